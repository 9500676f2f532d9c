// What numbers are compared with: exact rationals, and MPFR where there are none.
#pragma once

#include <cmath>

#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim::fuzz {

/// x <= bound, where the bound may be infinite; never for a NaN.
template <Float T>
[[nodiscard]] bool is_at_most(const Rational& x, T bound) {
  if (std::isinf(bound)) return bound > 0;
  return !std::isnan(bound) && x <= to_rational(bound);
}

template <Float T>
[[nodiscard]] bool is_at_least(const Rational& x, T bound) {
  return is_at_most(Rational(-x), -bound);
}

[[nodiscard]] inline Rational ceiling_of(const Rational& x) {
  mpz_class ceiling;
  mpz_cdiv_q(ceiling.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return Rational(ceiling);
}

using MpfrFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

/// The value of a function at x between two numbers of many more bits than a double has. No double
/// lies between them unless they are equal: the values of elementary functions at doubles keep
/// 2^-130 away from doubles, relatively.
struct Bracket {
  BigFloat low{256};
  BigFloat high{256};

  Bracket(MpfrFunction function, double x) {
    const WideExponentRange wide;
    BigFloat at(53);
    mpfr_set_d(at.get(), x, MPFR_RNDN);
    function(low.get(), at.get(), MPFR_RNDD);
    function(high.get(), at.get(), MPFR_RNDU);
  }

  [[nodiscard]] bool is_at_most(double bound) const { return mpfr_cmp_d(high.get(), bound) <= 0; }
  [[nodiscard]] bool is_at_least(double bound) const { return mpfr_cmp_d(low.get(), bound) >= 0; }
};

}  // namespace scrim::fuzz
