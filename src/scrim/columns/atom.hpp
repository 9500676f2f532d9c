// The values a row can hold.
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

}  // namespace scrim
