// Uniform integers below a bound. Proof: uniform_below.proof.md
#pragma once

#include <bit>
#include <cstdint>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim {

/// A uniform element of {0, ..., n - 1}.
///
/// Precondition (compiler): Source is a BitSource.
/// Precondition (caller):   n > 0.
/// Postcondition: each value has probability exactly 1/n, given independent uniform words.
/// Cost: one word, and another one with probability below n / 2^64; a division with that
/// probability.
template <BitSource Source>
[[nodiscard]] std::uint64_t sample_uniform_below(std::uint64_t n, Source& source) {
  uint128 product = static_cast<uint128>(source.next_word()) * n;
  // Each value v owns the words w with floor(w n / 2^64) = v. Those with w n mod 2^64 at least
  // 2^64 mod n are equally many for every v (the proof counts them); the others are drawn again.
  // 2^64 mod n is below n, so most words are accepted before the division that computes it.
  if (static_cast<std::uint64_t>(product) < n) [[unlikely]] {
    const std::uint64_t threshold = (0 - n) % n;  // 2^64 mod n in 64 bits
    while (static_cast<std::uint64_t>(product) < threshold) {
      product = static_cast<uint128>(source.next_word()) * n;
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

/// As above for a bound that may exceed 64 bits: draws the bits of a number as long as n - 1, anew
/// until it is below n.
template <BitSource Source>
[[nodiscard]] uint128 sample_uniform_below_wide(uint128 n, Source& source) {
  if (n >> 64 == 0) return sample_uniform_below(static_cast<std::uint64_t>(n), source);
  const auto high = static_cast<std::uint64_t>((n - 1) >> 64);
  const std::uint64_t high_mask = high == 0 ? 0 : ~std::uint64_t{0} >> std::countl_zero(high);
  uint128 value = n;
  while (value >= n) {
    const std::uint64_t high_word = source.next_word() & high_mask;
    value = static_cast<uint128>(high_word) << 64 | source.next_word();
  }
  return value;
}

}  // namespace scrim
