// The doubles next to a double, without a library call, so that enclosures stay cheap.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace scrim {

/// The smallest double above x; +inf stays +inf.
/// Precondition (caller): x is not NaN.
[[nodiscard]] constexpr double next_up(double x) noexcept {
  // Doubles of one sign are ordered like their bit patterns. The two zeros are the seam between
  // the signs, and the step beyond +inf would be a NaN.
  if (x == 0) return std::numeric_limits<double>::denorm_min();
  if (x == std::numeric_limits<double>::infinity()) return x;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return std::bit_cast<double>(x > 0 ? bits + 1 : bits - 1);
}

/// The largest double below x; -inf stays -inf.
/// Precondition (caller): x is not NaN.
[[nodiscard]] constexpr double next_down(double x) noexcept { return -next_up(-x); }

}  // namespace scrim
