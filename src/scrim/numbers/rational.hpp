// Exact rational numbers.
#pragma once

#include <gmpxx.h>

#include <limits>

#include "scrim/numbers/exact_probability.hpp"
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

[[nodiscard]] Rational to_rational(const ExactProbability& x);

/// The smallest double not below x; +inf if there is no finite one.
[[nodiscard]] double to_double_up(const Rational& x);

/// The largest double not above x; -inf if there is no finite one.
[[nodiscard]] double to_double_down(const Rational& x);

}  // namespace scrim
