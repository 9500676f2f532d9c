// How many of n random numbers start with a given number of zeros. Proof: thinned_count.proof.md
#pragma once

#include <bit>
#include <cstdint>

#include "scrim/entropy/bit_source.hpp"

namespace scrim {

/// A binomial variable: how many of n fair bits are set, counted 64 at a time.
///
/// Precondition (compiler): Source is a BitSource.
/// Postcondition: n tosses of probability exactly 1/2.
/// Cost: n / 64 words, rounded up.
template <BitSource Source>
[[nodiscard]] std::uint64_t sample_halved_count(std::uint64_t n, Source& source) {
  std::uint64_t count = 0;
  for (; n >= 64; n -= 64) {
    count += static_cast<std::uint64_t>(std::popcount(source.next_word()));
  }
  if (n > 0) count += static_cast<std::uint64_t>(std::popcount(source.next_word() >> (64 - n)));
  return count;
}

/// A binomial variable: how many of n uniform numbers start with `zeros` binary zeros.
///
/// Precondition (compiler): Source is a BitSource.
/// Precondition (caller):   zeros >= 0.
/// Postcondition: n tosses of probability exactly 2^-zeros.
/// Cost: some n / 32 words, however many zeros are asked for: each digit leaves half of the rest.
template <BitSource Source>
[[nodiscard]] std::uint64_t sample_thinned_count(std::uint64_t n, int zeros, Source& source) {
  for (int digit = 0; digit < zeros && n > 0; ++digit) n = sample_halved_count(n, source);
  return n;
}

}  // namespace scrim
