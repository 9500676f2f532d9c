// When two values of an Atom are the same, and an order of all of them.
#pragma once

#include "scrim/columns/atom.hpp"

namespace scrim {

/// Equality that is an equivalence: all NaNs are one value, and -0.0 equals 0.0. With the
/// operator == a dataset that holds a NaN would lie at a positive distance from itself.
template <Atom T>
[[nodiscard]] constexpr bool same_value(const T& a, const T& b) noexcept {
  return a == b || (atom::is_nan(a) && atom::is_nan(b));
}

/// A strict weak order whose ties are exactly the same values; NaN comes last. The operator < is no
/// strict weak order on floats, and sorting with it is undefined as soon as there is a NaN.
template <Atom T>
[[nodiscard]] constexpr bool value_less(const T& a, const T& b) noexcept {
  return a < b || (atom::is_nan(b) && !atom::is_nan(a));
}

}  // namespace scrim
