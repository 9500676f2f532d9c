// Rigorous bounds on the probability of an outcome, by enumeration of tapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "scrim/numbers/rational.hpp"
#include "support/scripted_tape.hpp"

namespace scrim::test {

inline constexpr std::uint64_t all_ones = std::numeric_limits<std::uint64_t>::max();

/// A tape of these words, then `count` times the same word.
inline ScriptedTape tape_then(std::vector<std::uint64_t> words, std::uint64_t filler,
                              std::size_t count = 64) {
  words.insert(words.end(), count, filler);
  return ScriptedTape(std::move(words));
}

struct ProbabilityBounds {
  Rational lower;
  Rational upper;
};

/// Bounds on the probability that `outcome(tape)` is true, for an outcome that depends on the real
/// number 0.w1w2w3... of its tape monotonically: a cell of tapes with common top bits is true (or
/// false) throughout if it is so at both of its ends, where the rest is all zeros or all ones.
template <class Outcome>
ProbabilityBounds enumerate_top_bits(int bits, Outcome outcome) {
  const std::uint64_t cells = std::uint64_t{1} << bits;
  std::uint64_t surely = 0;
  std::uint64_t possibly = 0;
  for (std::uint64_t cell = 0; cell < cells; ++cell) {
    const std::uint64_t first = cell << (64 - bits);
    ScriptedTape low = tape_then({first}, 0);
    ScriptedTape high = tape_then({first | all_ones >> bits}, all_ones);
    const bool at_low = outcome(low);
    const bool at_high = outcome(high);
    surely += at_low && at_high ? 1 : 0;
    possibly += at_low || at_high ? 1 : 0;
  }
  ProbabilityBounds bounds{Rational(surely, cells), Rational(possibly, cells)};
  bounds.lower.canonicalize();
  bounds.upper.canonicalize();
  return bounds;
}

}  // namespace scrim::test
