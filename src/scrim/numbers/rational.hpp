// Exact rational numbers, and the simple fraction that a decimal parameter stands for.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <limits>

#include "scrim/numbers/number.hpp"

namespace scrim {

using Rational = mpq_class;

/// The exact value of x.
/// Precondition (checked): x is finite.
[[nodiscard]] Rational to_rational(double x);

template <Number T>
[[nodiscard]] Rational to_rational(T x) {
  if constexpr (Float<T>) {
    return to_rational(static_cast<double>(x));
  } else if constexpr (std::numeric_limits<T>::is_signed) {
    static_assert(sizeof(T) <= sizeof(long));  // the widest type GMP converts from
    return Rational(static_cast<long>(x));
  } else {
    static_assert(sizeof(T) <= sizeof(unsigned long));
    return Rational(static_cast<unsigned long>(x));
  }
}

/// The smallest double not below x; +inf if there is no finite one.
[[nodiscard]] double to_double_up(const Rational& x);

/// The largest double not above x; -inf if there is no finite one.
[[nodiscard]] double to_double_down(const Rational& x);

/// A non-negative fraction of machine integers.
struct Fraction {
  std::uint64_t num;
  std::uint64_t den;

  friend bool operator==(const Fraction&, const Fraction&) = default;
};

/// The fraction closest to alpha among those with denominator at most max_den, so that 0.1 means
/// 1/10 and not 3602879701896397/2^55.
///
/// Precondition (checked): 0 <= alpha <= 1; max_den >= 1.
/// Postcondition: in lowest terms. Of two equally close fractions the one with the smaller
///   denominator; of 0/1 and 1/1 (alpha = 1/2, max_den = 1) the former.
[[nodiscard]] Fraction closest_fraction(double alpha, std::uint64_t max_den);

}  // namespace scrim
