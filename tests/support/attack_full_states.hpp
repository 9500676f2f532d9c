// States of more rows than anyone has: a state that is merged with its copy has twice as many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "support/distances/value_distances.hpp"

namespace scrim::test {

template <class Row>
[[nodiscard]] std::span<const Row> one_row(const Row& row) {
  return {&row, 1};
}

/// How far one more row, read or merged, can move the output, at every magnitude a state can have:
/// one that is doubled and reads a row, over and over, has read 2^n - 1 rows.
template <class Metric, class Accumulator, class Row>
[[nodiscard]] std::uint64_t largest_move(const Metric& metric, const Accumulator& start,
                                         const std::vector<Row>& rows, int doublings) {
  std::uint64_t moved = 0;
  for (const Row& common : rows) {
    for (const Row& last : rows) {
      Accumulator last_alone = start;
      last_alone.update(one_row(last));
      Accumulator state = start;
      for (int n = 0; n <= doublings; ++n) {
        Accumulator with_row_read = state;
        with_row_read.update(one_row(last));
        Accumulator with_row_merged = state;
        with_row_merged.merge(last_alone);
        moved = std::max({moved, distance(metric, state.finish(), with_row_read.finish()),
                          distance(metric, state.finish(), with_row_merged.finish())});
        const Accumulator copy = state;
        state.merge(copy);
        state.update(one_row(common));
      }
    }
  }
  return moved;
}

}  // namespace scrim::test
