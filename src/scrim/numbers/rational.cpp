#include "scrim/numbers/rational.hpp"

#include <fmt/format.h>

#include <cmath>

#include "scrim/errors/error.hpp"
#include "scrim/numbers/big_float.hpp"

namespace scrim {

namespace {

constexpr mpfr_prec_t double_precision = std::numeric_limits<double>::digits;

// Rounding twice in one direction is rounding once: first to 53 bits, then to the exponents of a
// double.
double round_to_double(const Rational& x, mpfr_rnd_t rounding) {
  const WideExponentRange wide;
  BigFloat rounded(double_precision);
  mpfr_set_q(rounded.get(), x.get_mpq_t(), rounding);
  return mpfr_get_d(rounded.get(), rounding);
}

}  // namespace

Rational to_rational(double x) {
  if (!std::isfinite(x)) {
    fail(ErrorKind::invalid_argument,
         fmt::format("{} is not a rational number; a finite number is needed", x));
  }
  return Rational(x);
}

Rational to_rational(const ExactProbability& x) {
  const auto [num, den] = x.fraction();
  Rational out = to_rational(num) / to_rational(den);
  mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(x.halvings()));
  return out;
}

double to_double_up(const Rational& x) { return round_to_double(x, MPFR_RNDU); }

double to_double_down(const Rational& x) { return round_to_double(x, MPFR_RNDD); }

}  // namespace scrim
