// The values a row can hold, with an equality that is an equivalence even on floats.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

#include "scrim/numbers/number.hpp"

namespace scrim {

/// A value that is compared and ordered as a whole.
template <class T>
concept Atom = Number<T> || std::same_as<T, bool> || std::same_as<T, std::string> ||
               std::same_as<T, std::string_view>;

/// What is kept of a value: a text that rows only view is owned.
template <Atom T>
using OwnedAtom = std::conditional_t<std::same_as<T, std::string_view>, std::string, T>;

namespace atom {

template <Atom T>
[[nodiscard]] constexpr bool is_nan(const T& value) noexcept {
  if constexpr (Float<T>) {
    return value != value;
  } else {
    return false;
  }
}

}  // namespace atom

/// Equality that is an equivalence: all NaNs are one value, and -0.0 equals 0.0. With the
/// operator == a dataset that holds a NaN would lie at a positive distance from itself.
template <Atom T>
[[nodiscard]] constexpr bool same_value(const T& a, const T& b) noexcept {
  return a == b || (atom::is_nan(a) && atom::is_nan(b));
}

}  // namespace scrim
