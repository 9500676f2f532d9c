// Noise on the integers, and how it is added. Proof: integer_noise.proof.md
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "scrim/numbers/int128.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

/// An integer Z, told exactly up to a magnitude of 2^64 - 2; that magnitude plus one stands for
/// every larger one. Zero may be negative.
struct IntegerNoise {
  std::uint64_t magnitude;
  bool is_negative;

  friend bool operator==(const IntegerNoise&, const IntegerNoise&) = default;
};

/// The number of T closest to x + Z.
template <Integer T>
[[nodiscard]] constexpr T add_noise(T x, IntegerNoise noise) noexcept {
  using Limits = std::numeric_limits<T>;
  if (noise.magnitude >> 63 != 0) [[unlikely]] {
    // Farther than any two numbers of T are apart, or a T of 64 bits that starts far enough off.
    const auto magnitude = static_cast<int128>(noise.magnitude);
    const int128 sum = static_cast<int128>(x) + (noise.is_negative ? -magnitude : magnitude);
    return static_cast<T>(
        std::clamp(sum, static_cast<int128>(Limits::min()), static_cast<int128>(Limits::max())));
  }
  // Without a branch, which would be on a coin: -m is the complement of m, plus 1.
  const auto negative = static_cast<std::int64_t>(noise.is_negative);
  const std::int64_t z = (static_cast<std::int64_t>(noise.magnitude) ^ -negative) + negative;
  T sum{};
  if (!__builtin_add_overflow(x, z, &sum)) [[likely]] {
    return sum;
  }
  return z < 0 ? Limits::min() : Limits::max();
}

}  // namespace scrim
