// The lemmas named here are those of directed.proof.md. Only rounding up is written out for the
// basic operations: rounding down is its mirror image, down to the sign of an exact zero.
#include "scrim/numbers/directed.hpp"

#include <cmath>
#include <limits>

#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/neighbours.hpp"

namespace scrim {

namespace {

// Above this magnitude the error of a product, and the residual of a quotient, is a double (lemma
// 2); it lies 174 binary orders above the least double, and 107 are needed.
constexpr double error_is_a_double_above = 0x1p-900;

/// Rounds up a result that is not exact: `nearest` is the double nearest to it, and `is_below`
/// says whether the result lies above that double.
double step_up_if(bool is_below, double nearest) noexcept {
  return is_below ? next_up(nearest) : nearest;
}

/// Rounds up a finite result whose nearest double is infinite: it lies beyond the largest double.
double round_overflow_up(double nearest) noexcept {
  return nearest > 0 ? nearest : -std::numeric_limits<double>::max();
}

/// Rounds a product or a quotient up. Rounding to 53 bits and then to a double in one direction is
/// rounding once (lemma 3).
double up_by_mpfr(int (*operation)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t), double a,
                  double b) noexcept {
  const WideExponentRange wide;
  constexpr mpfr_prec_t precision = std::numeric_limits<double>::digits;
  BigFloat x(precision);
  BigFloat y(precision);
  mpfr_set_d(x.get(), a, MPFR_RNDN);
  mpfr_set_d(y.get(), b, MPFR_RNDN);
  operation(x.get(), x.get(), y.get(), MPFR_RNDU);
  return mpfr_get_d(x.get(), MPFR_RNDU);
}

}  // namespace

double add_up(double a, double b) noexcept {
  const double sum = a + b;
  if (!std::isfinite(sum)) {
    return std::isfinite(a) && std::isfinite(b) ? round_overflow_up(sum) : sum;
  }
  const bool a_is_larger = std::abs(a) >= std::abs(b);
  const double larger = a_is_larger ? a : b;
  const double smaller = a_is_larger ? b : a;
  const double error = smaller - (sum - larger);  // exact (lemma 1)
  return step_up_if(error > 0, sum);
}

double mul_up(double a, double b) noexcept {
  const double product = a * b;
  if (a == 0 || b == 0 || !std::isfinite(a) || !std::isfinite(b)) return product;
  if (std::isinf(product)) return round_overflow_up(product);
  if (std::abs(product) < error_is_a_double_above) return up_by_mpfr(mpfr_mul, a, b);
  const double error = std::fma(a, b, -product);  // exact (lemma 2)
  return step_up_if(error > 0, product);
}

double div_up(double a, double b) noexcept {
  const double quotient = a / b;
  if (a == 0 || b == 0 || !std::isfinite(a) || !std::isfinite(b)) return quotient;
  if (std::isinf(quotient)) return round_overflow_up(quotient);
  if (std::abs(quotient) < error_is_a_double_above || std::abs(a) < error_is_a_double_above) {
    return up_by_mpfr(mpfr_div, a, b);
  }
  const double residual = std::fma(-quotient, b, a);  // exact (lemma 2): b * (a / b - quotient)
  return step_up_if(residual != 0 && (residual > 0) == (b > 0), quotient);
}

double add_down(double a, double b) noexcept { return -add_up(-a, -b); }
double sub_up(double a, double b) noexcept { return add_up(a, -b); }
double sub_down(double a, double b) noexcept { return -add_up(-a, b); }
double mul_down(double a, double b) noexcept { return -mul_up(-a, b); }
double div_down(double a, double b) noexcept { return -div_up(-a, b); }

// The same double rounding in one direction, from a double to a float.

float add_up(float a, float b) noexcept { return cast_up<float>(add_up(double{a}, double{b})); }
float add_down(float a, float b) noexcept {
  return cast_down<float>(add_down(double{a}, double{b}));
}
float sub_up(float a, float b) noexcept { return cast_up<float>(sub_up(double{a}, double{b})); }
float sub_down(float a, float b) noexcept {
  return cast_down<float>(sub_down(double{a}, double{b}));
}
float mul_up(float a, float b) noexcept { return cast_up<float>(mul_up(double{a}, double{b})); }
float mul_down(float a, float b) noexcept {
  return cast_down<float>(mul_down(double{a}, double{b}));
}
float div_up(float a, float b) noexcept { return cast_up<float>(div_up(double{a}, double{b})); }
float div_down(float a, float b) noexcept {
  return cast_down<float>(div_down(double{a}, double{b}));
}

}  // namespace scrim
