// Which scores cross a threshold, under noise that is handed in. Proof:
// make_above_threshold.proof.md
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "scrim/numbers/int128.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

/// Which scores count as crossing the threshold: those at or above it, or those at or below it.
enum class Cross { at_least, at_most };

/// The first scores that crossed the threshold under noise: where they are, in increasing order,
/// and by how much each crossed it, noise included.
struct Crossings {
  std::vector<std::size_t> positions;
  std::vector<std::uint64_t> gaps;  ///< what exceeds 64 bits becomes the largest number

  friend bool operator==(const Crossings&, const Crossings&) = default;
};

/// The first `most` scores whose margin and noise reach the threshold's noise: one draw for the
/// threshold, and one for each score that is looked at.
///
/// Precondition (caller): most > 0; draws are at least 0 and below 2^126.
template <Integer T, class DrawOfThreshold, class DrawOfScore>
[[nodiscard]] Crossings first_crossings(std::span<const T> scores, std::int64_t threshold,
                                        Cross cross, std::size_t most,
                                        const DrawOfThreshold& draw_of_threshold,
                                        const DrawOfScore& draw_of_score) {
  Crossings found;
  const int128 bar = draw_of_threshold();
  for (std::size_t i = 0; i < scores.size() && found.positions.size() < most; ++i) {
    const int128 above = static_cast<int128>(scores[i]) - static_cast<int128>(threshold);
    const int128 margin = cross == Cross::at_least ? above : -above;
    const int128 gap = margin + draw_of_score() - bar;
    if (gap >= 0) {
      found.positions.push_back(i);
      constexpr auto largest = std::numeric_limits<std::uint64_t>::max();
      found.gaps.push_back(static_cast<std::uint64_t>(std::min(gap, static_cast<int128>(largest))));
    }
  }
  return found;
}

}  // namespace scrim
