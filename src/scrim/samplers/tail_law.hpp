// Laws on {0, 1, 2, ...} that are known by their tails, and sampling by inversion of one uniform
// number. Proof: inversion.proof.md
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/refinable.hpp"
#include "scrim/samplers/uniform_digits.hpp"

namespace scrim {

/// A law of an integer X >= 0. `tail(j)` is the real number P[X > j], which falls to 0;
/// `enclose_tails(bits, precision)` encloses P[X > 0], P[X > 1], ... up to the first one that is
/// certain to be below 2^-bits.
template <class L>
concept TailLaw = requires(const L& law, std::uint64_t j, int bits, Precision precision) {
  { law.tail(j) } -> RefinableReal;
  { law.enclose_tails(bits, precision) } -> std::same_as<std::vector<BigInterval>>;
};

/// The largest value that is told from larger ones: by inversion a larger X comes out as this.
inline constexpr std::uint64_t most_by_inversion = std::numeric_limits<std::uint64_t>::max();

/// X > j, for the X that belongs to U: the least j with U >= P[X > j].
template <TailLaw Law, BitSource Source, int word_bits>
[[nodiscard]] bool is_above(const Law& law, std::uint64_t j, UniformDigits<Source, word_bits>& u) {
  auto tail = law.tail(j);
  return is_below(u, tail);
}

/// The X that belongs to U, by asking for one value after the other.
///
/// Precondition (caller): X >= first.
template <TailLaw Law, BitSource Source, int word_bits>
[[nodiscard]] std::uint64_t invert_upwards(const Law& law, std::uint64_t first,
                                           UniformDigits<Source, word_bits>& u) {
  while (is_above(law, first, u)) ++first;
  return first;
}

/// min(X, most_by_inversion) for the X that belongs to U, found from a guess.
///
/// Precondition (caller): guess < most_by_inversion.
/// Cost: two comparisons where the guess is right; some 2 log2(n) where it is off by n.
template <TailLaw Law, BitSource Source, int word_bits>
[[nodiscard]] std::uint64_t invert_near(const Law& law, std::uint64_t guess,
                                        UniformDigits<Source, word_bits>& u) {
  // X lies in [low, high] throughout. First steps of doubled length away from the guess, until X
  // lies between the last two; then halves.
  std::uint64_t low = 0;
  std::uint64_t high = most_by_inversion;
  std::uint64_t step = 1;
  if (is_above(law, guess, u)) {
    low = guess + 1;
    while (step <= most_by_inversion - low) {
      const std::uint64_t probe = low + (step - 1);
      if (!is_above(law, probe, u)) {
        high = probe;
        break;
      }
      low = probe + 1;
      step *= 2;
    }
  } else {
    high = guess;
    while (step <= high) {
      const std::uint64_t probe = high - step;
      if (is_above(law, probe, u)) {
        low = probe + 1;
        break;
      }
      high = probe;
      step *= 2;
    }
  }
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (is_above(law, middle, u)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace scrim
