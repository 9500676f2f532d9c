// Counts how often each position occurs, fast also where the same one occurs over and over.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "scrim/numbers/integers.hpp"

namespace scrim::kernels {

/// counts[p] += how many of position_of(0), position_of(1), ..., position_of(size - 1) are p, or
/// the largest number there is.
///
/// Rows that follow each other are counted in different lanes, if there are few counts: on many
/// processors an increment waits for the one before it to the same address, and rows of one
/// category, or of none, would queue up. SlotCounters keeps such lanes from block to block, which a
/// state that there is one of for each group cannot afford.
/// Precondition (caller): positions are below counts.size().
template <class PositionOf>
void count_positions(std::size_t size, const PositionOf& position_of,
                     std::span<std::uint64_t> counts) {
  constexpr std::size_t most_in_lanes = 512;  // 8 KiB on the stack
  constexpr std::size_t lane_count = 4;
  constexpr std::size_t rows_at_once = 4096;  // far below what 32 bits count
  std::size_t row = 0;
  while (counts.size() <= most_in_lanes && size - row >= 2 * lane_count * counts.size()) {
    // The padding keeps lanes from starting at addresses that compete for one cache set.
    std::array<std::array<std::uint32_t, most_in_lanes + 16>, lane_count> lanes;  // NOLINT: filled
    for (auto& lane : lanes) std::fill_n(lane.begin(), counts.size(), 0);
    const std::size_t end = row + std::min(rows_at_once, (size - row) / lane_count * lane_count);
    for (; row < end; row += lane_count) {
      for (std::size_t i = 0; i < lane_count; ++i) ++lanes[i][position_of(row + i)];
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
      std::uint64_t all = 0;
      for (const auto& lane : lanes) all += lane[i];
      // Merged counts may stand at the largest number; wrapping there would move them by all of it.
      counts[i] = saturating_add(counts[i], all);
    }
  }
  for (; row < size; ++row) {
    std::uint64_t& count = counts[position_of(row)];
    count = saturating_add(count, std::uint64_t{1});
  }
}

}  // namespace scrim::kernels
