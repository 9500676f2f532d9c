// An order of all values of an Atom.
#pragma once

#include "scrim/columns/atom.hpp"

namespace scrim {

/// A strict weak order whose ties are exactly the same values; NaN comes last. The operator < is no
/// strict weak order on floats, and sorting with it is undefined as soon as there is a NaN.
template <Atom T>
[[nodiscard]] constexpr bool value_less(const T& a, const T& b) noexcept {
  return a < b || (atom::is_nan(b) && !atom::is_nan(a));
}

}  // namespace scrim
