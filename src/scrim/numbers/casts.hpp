// Conversions between number types that keep the value, or move it in a chosen direction.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

namespace detail {

[[noreturn]] void fail_cast(double value, std::string_view type);
[[noreturn]] void fail_cast(std::int64_t value, std::string_view type);
[[noreturn]] void fail_cast(std::uint64_t value, std::string_view type);

/// Throws Error{overflow}: this value is not a value of To.
template <Number To, Number From>
[[noreturn]] void refuse_cast(From value) {
  if constexpr (Float<From>) {
    fail_cast(static_cast<double>(value), type_name<To>());
  } else if constexpr (std::numeric_limits<From>::is_signed) {
    fail_cast(static_cast<std::int64_t>(value), type_name<To>());
  } else {
    fail_cast(static_cast<std::uint64_t>(value), type_name<To>());
  }
}

enum class Direction { up, down };

template <Direction direction>
[[nodiscard]] float narrow_to_float(double x) noexcept {
  const auto nearest = static_cast<float>(x);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if constexpr (direction == Direction::up) {
    return static_cast<double>(nearest) < x ? std::nextafter(nearest, infinity) : nearest;
  } else {
    return static_cast<double>(nearest) > x ? std::nextafter(nearest, -infinity) : nearest;
  }
}

/// The sum of the two halves of an integer, each of which is a double, rounded once.
template <Direction direction, Integer From>
[[nodiscard]] double integer_to_double(From x) noexcept {
  if constexpr (sizeof(From) < sizeof(double)) {
    return static_cast<double>(x);
  } else {
    const double high = static_cast<double>(x >> 32) * 0x1p32;
    const auto low = static_cast<double>(static_cast<std::uint64_t>(x) & 0xffffffff);
    return direction == Direction::up ? add_up(high, low) : add_down(high, low);
  }
}

/// Precondition (checked): x rounded to an integer is within the range of To.
template <Direction direction, Integer To>
[[nodiscard]] To double_to_integer(double x) {
  const double rounded = direction == Direction::up ? std::ceil(x) : std::floor(x);
  // Both bounds are powers of two, or zero: exact as doubles. The upper one is max + 1.
  constexpr auto lowest = static_cast<double>(std::numeric_limits<To>::min());
  constexpr To half_beyond = std::numeric_limits<To>::max() / 2 + 1;
  constexpr double beyond = 2.0 * static_cast<double>(half_beyond);
  if (!(rounded >= lowest && rounded < beyond)) refuse_cast<To>(x);
  return static_cast<To>(rounded);
}

template <Direction direction, Number To, Number From>
[[nodiscard]] To directed_cast(From x) {
  if constexpr (Integer<From> && Integer<To>) {
    if (!std::in_range<To>(x)) refuse_cast<To>(x);
    return static_cast<To>(x);
  } else if constexpr (Integer<To>) {
    return double_to_integer<direction, To>(static_cast<double>(x));
  } else if constexpr (std::same_as<To, double>) {
    if constexpr (Integer<From>) {
      return integer_to_double<direction>(x);
    } else {
      return static_cast<double>(x);
    }
  } else {
    // Through a double: rounding twice in one direction is rounding once.
    return narrow_to_float<direction>(directed_cast<direction, double>(x));
  }
}

}  // namespace detail

/// The smallest value of To not below x; infinities and NaN are kept between floating-point types.
/// Postcondition: throws Error{overflow} if To is an integer type and has no such value.
template <Number To, Number From>
[[nodiscard]] To cast_up(From x) {
  return detail::directed_cast<detail::Direction::up, To>(x);
}

/// The largest value of To not above x; infinities and NaN are kept between floating-point types.
/// Postcondition: throws Error{overflow} if To is an integer type and has no such value.
template <Number To, Number From>
[[nodiscard]] To cast_down(From x) {
  return detail::directed_cast<detail::Direction::down, To>(x);
}

/// x itself as a value of To; infinities and NaN are kept between floating-point types.
/// Postcondition: throws Error{overflow} if x is not a value of To.
template <Number To, Number From>
[[nodiscard]] To exact_cast(From x) {
  if constexpr (Float<From>) {
    if (std::isnan(x)) {
      if constexpr (Float<To>) return static_cast<To>(x);
      detail::refuse_cast<To>(x);
    }
  }
  const To below = cast_down<To>(x);
  const To above = cast_up<To>(x);
  if (below != above) detail::refuse_cast<To>(x);
  return above;
}

}  // namespace scrim
