// What every distance offers: of a metric, or the loss of a measure.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

// For a distance type of your own, declare these three beside it: they are found by its namespace.

/// Whether d is a distance at all: not NaN and not negative. By its bits, not by comparing it with
/// 0: a processor that is told to take subnormal numbers for zeros finds the negative ones equal to
/// 0.
template <Number Q>
[[nodiscard]] bool is_distance(Q d) {
  if constexpr (Float<Q>) {
    using Bits = std::conditional_t<sizeof(Q) == 8, std::uint64_t, std::uint32_t>;
    const bool is_negative_zero = std::bit_cast<Bits>(d) == Bits{1} << (8 * sizeof(Q) - 1);
    return !std::isnan(d) && (!std::signbit(d) || is_negative_zero);
  } else {
    return d >= Q{0};
  }
}

/// Whether what is a-close is b-close.
template <Number Q>
[[nodiscard]] constexpr bool within(Q a, Q b) {
  return a <= b;
}

template <Number Q>
[[nodiscard]] std::string describe_distance(Q d) {
  return describe_value(d);
}

/// The same distance where it is not known which of two things is the first. Most distances say
/// nothing of that; one that does has an overload.
template <class Q>
[[nodiscard]] Q undirected(Q d) {
  return d;
}

/// How far apart two things may be. Q{} is the zero, at which they are the same; within(a, b) is a
/// partial order with the zero at its bottom.
template <class Q>
concept Distance =
    std::copyable<Q> && std::default_initializable<Q> && requires(const Q& a, const Q& b) {
      { is_distance(a) } -> std::same_as<bool>;
      { within(a, b) } -> std::same_as<bool>;
      { describe_distance(a) } -> std::same_as<std::string>;
    };

/// Throws unless d is a distance. `name` is "d_in" or "d_out".
template <Distance Q>
void check_distance(const Q& d, const char* name) {
  if (!is_distance(d)) {
    fail(ErrorKind::invalid_argument, std::string(name) + " is " + describe_distance(d) +
                                          "; a distance is a number of at least 0");
  }
}

}  // namespace scrim
