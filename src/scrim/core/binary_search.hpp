// The tightest distance or parameter that a monotone yes/no question accepts.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

namespace search {

template <Number T>
using Bits = std::make_unsigned_t<
    std::conditional_t<std::same_as<T, double>, std::int64_t,
                       std::conditional_t<std::same_as<T, float>, std::int32_t, T>>>;

template <Number T>
inline constexpr Bits<T> top_bit = static_cast<Bits<T>>(Bits<T>{1} << (sizeof(T) * 8 - 1));

/// Numbers in order on an integer line without gaps, so that halving the line ends at the exact
/// boundary: for doubles after 64 steps at most, not at a tolerance.
template <Number T>
[[nodiscard]] Bits<T> position(T value) {
  if constexpr (Float<T>) {
    const auto bits = std::bit_cast<Bits<T>>(value + T{0});  // -0.0 and 0.0 share a position
    return (bits & top_bit<T>) != 0 ? ~bits : bits | top_bit<T>;
  } else if constexpr (std::signed_integral<T>) {
    return static_cast<Bits<T>>(static_cast<Bits<T>>(value) ^ top_bit<T>);
  } else {
    return value;
  }
}

/// The number at a position: the inverse of the function above.
template <Number T>
[[nodiscard]] T at_position(Bits<T> position) {
  if constexpr (Float<T>) {
    return std::bit_cast<T>((position & top_bit<T>) != 0 ? position & ~top_bit<T> : ~position);
  } else if constexpr (std::signed_integral<T>) {
    return static_cast<T>(static_cast<Bits<T>>(position ^ top_bit<T>));
  } else {
    return position;
  }
}

/// See binary_search.
template <Number T, class Predicate>
[[nodiscard]] T search_within(const Predicate& predicate, const Bounds<T>& bounds) {
  check_bounds(bounds, "binary_search");
  const bool at_lower = predicate(bounds.lower);
  const bool at_upper = predicate(bounds.upper);
  if (at_lower == at_upper) {
    fail(ErrorKind::no_answer,
         "binary_search: the predicate is " + std::string(at_lower ? "true" : "false") +
             " at both ends of [" + describe_value(bounds.lower) + ", " +
             describe_value(bounds.upper) + "]; give bounds between which it changes");
  }
  auto lower = position(bounds.lower);
  auto upper = position(bounds.upper);
  while (upper - lower > 1) {
    const auto middle = static_cast<Bits<T>>(lower + (upper - lower) / 2);
    (predicate(at_position<T>(middle)) == at_lower ? lower : upper) = middle;
  }
  return at_position<T>(at_lower ? lower : upper);
}

}  // namespace search

/// The value next to the point where `predicate` changes its answer, on the side where it is true:
/// the largest true value if it is true at bounds.lower, the smallest if it is true at
/// bounds.upper.
///
/// Precondition (checked): the answers at the two bounds differ.
/// Precondition (caller): the answer changes once between them.
/// Cost: at most 66 calls.
template <Number T, std::predicate<T> Predicate>
[[nodiscard]] T binary_search(Predicate predicate, Bounds<T> bounds) {
  return strictly([&] { return search::search_within(predicate, bounds); });
}

/// The same over all distances: from 0 to the largest finite value of T.
template <Number T, std::predicate<T> Predicate>
[[nodiscard]] T binary_search(Predicate predicate) {
  return binary_search<T>(std::move(predicate), Bounds<T>{T{0}, std::numeric_limits<T>::max()});
}

}  // namespace scrim
