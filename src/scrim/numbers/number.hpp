// The numeric types that data, distances and scores may have.
#pragma once

#include <bit>
#include <concepts>
#include <limits>
#include <string_view>

#include "scrim/numbers/strict_floating_point.hpp"

namespace scrim {

namespace detail {

template <class T, class... Candidates>
inline constexpr bool is_one_of = (std::same_as<T, Candidates> || ...);

}  // namespace detail

/// A standard integer of 8 to 64 bits. Not bool and not a character type: those carry no distance.
template <class T>
concept Integer =
    detail::is_one_of<T, signed char, short, int, long, long long, unsigned char, unsigned short,
                      unsigned int, unsigned long, unsigned long long>;

/// An IEEE 754 binary32 or binary64 number.
template <class T>
concept Float = detail::is_one_of<T, float, double>;

template <class T>
concept Number = Integer<T> || Float<T>;

/// What messages call a type: "uint8", "int64", "double".
template <Number T>
[[nodiscard]] constexpr std::string_view type_name() noexcept {
  if constexpr (Float<T>) {
    return std::same_as<T, float> ? "float" : "double";
  } else if constexpr (std::numeric_limits<T>::is_signed) {
    constexpr std::string_view names[] = {"int8", "int16", "int32", "int64"};
    return names[std::countr_zero(sizeof(T))];
  } else {
    constexpr std::string_view names[] = {"uint8", "uint16", "uint32", "uint64"};
    return names[std::countr_zero(sizeof(T))];
  }
}

}  // namespace scrim
