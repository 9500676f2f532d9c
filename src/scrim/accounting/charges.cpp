#include "scrim/accounting/charges.hpp"

#include <cmath>
#include <limits>

#include "scrim/accounting/amount_rational.hpp"
#include "scrim/accounting/conversions.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/big_float.hpp"

namespace scrim::accounting {

namespace {

// More than twice a double's, so that the one rounding that counts is the last.
constexpr mpfr_prec_t precision_of_charges = 128;

}  // namespace

Amount concentrated_epsilon(const Amount& epsilon) {
  const WideExponentRange wide;
  BigFloat up(precision_of_charges);
  mpfr_set_q(up.get(), to_rational(epsilon).get_mpq_t(), MPFR_RNDU);
  // Each function grows with what it is applied to, so rounding each up bounds the result.
  BigFloat factor(precision_of_charges);
  mpfr_div_2ui(factor.get(), up.get(), 1, MPFR_RNDU);
  mpfr_tanh(factor.get(), factor.get(), MPFR_RNDU);
  BigFloat rho(std::numeric_limits<double>::digits);
  mpfr_mul(rho.get(), up.get(), factor.get(), MPFR_RNDU);
  // A number of 53 bits, whatever its exponent: not a double, lest an epsilon of 1e-300 were
  // charged the smallest double.
  Rational exact;
  mpfr_get_q(exact.get_mpq_t(), rho.get());
  return to_amount(exact);
}

Amount concentrated_range(const Amount& epsilon) {
  return price_of(rho_of_range(epsilon.double_up()));
}

Amount price_of(double loss) {
  if (std::isinf(loss)) {
    fail(ErrorKind::budget,
         "the release that is asked for has an infinite loss, which no budget pays for; give it "
         "noise, or a smaller d_in");
  }
  return Amount::exactly(loss);
}

AmountWithDelta price_of(const LossWithDelta& loss) {
  return {price_of(loss.loss), price_of(loss.delta)};
}

}  // namespace scrim::accounting
