// Overflow: a counter that wraps is moved by one row from its largest value to 0. Merged parts get
// it there without anyone reading so many rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/distances/value_distances.hpp"

namespace scrim::attacks::wrapping_count {

using test::Outcome;
using test::text;

// --- the control: a 32-bit count, doubled by merging with its copy until it is full

struct NaiveCount {
  std::uint32_t rows = 0;

  void update() { ++rows; }
  void merge(const NaiveCount& other) { rows += other.rows; }
};

inline Outcome on_control() {
  NaiveCount count;
  for (int bit = 0; bit < 32; ++bit) {
    const NaiveCount copy = count;
    count.merge(copy);
    count.update();
  }
  const std::uint32_t before = count.rows;
  count.update();
  const std::uint32_t moved = before - count.rows;
  return {moved > 1, text("one row moves a count of ", before, " to ", count.rows)};
}

// --- Scrim: the accumulators behind the constructors, up to 2^64

/// How far one more row, read or merged, can move the output, at every magnitude a count can have:
/// a state that is doubled and reads a row, over and over, has counts of 2^n - 1, and is then full.
template <class Accumulator, class Row>
std::uint64_t largest_move(const Accumulator& start, const std::vector<Row>& rows) {
  const LInfDistance<std::uint64_t> metric;
  std::uint64_t moved = 0;
  for (const Row& common : rows) {
    for (const Row& last : rows) {
      Accumulator last_alone = start;
      last_alone.update(std::array{last});
      Accumulator state = start;
      for (int doublings = 0; doublings <= 66; ++doublings) {
        Accumulator with_row_read = state;
        with_row_read.update(std::array{last});
        Accumulator with_row_merged = state;
        with_row_merged.merge(last_alone);
        moved = std::max({moved, distance(metric, state.finish(), with_row_read.finish()),
                          distance(metric, state.finish(), with_row_merged.finish())});
        const Accumulator copy = state;
        state.merge(copy);
        state.update(std::array{common});
      }
    }
  }
  return moved;
}

/// What is counted among candidates, and the scores that come of it.
struct Scores {
  CandidateTally<double> tally;
  Fraction alpha;

  void update(std::span<const double> rows) { tally.update(rows); }
  void merge(const Scores& other) { tally.merge(other.tally); }
  [[nodiscard]] std::vector<std::uint64_t> finish() const {
    return quantile_scores(tally.counts(), alpha);
  }
};

inline Outcome on_scrim() {
  const Scores median{CandidateTally<double>({1.0, 2.0}), Fraction{1, 2}};
  const Scores ugly{CandidateTally<double>({1.0, 2.0}), Fraction{3, 7}};
  const CategoryCounts<std::int32_t> counts({7, 8});
  const std::uint64_t by_median = largest_move(median, std::vector{0.0, 1.0, 1.5, 2.0, 3.0});
  const std::uint64_t by_ugly = largest_move(ugly, std::vector{0.0, 1.0, 1.5, 2.0, 3.0});
  const std::uint64_t by_count = largest_move(counts, std::vector<std::int32_t>{7, 8, 9});
  return {by_median > 1 || by_ugly > 4 || by_count > 1,
          text("near 2^64 a row moves scores ", by_median, "/1, ", by_ugly, "/4, counts ", by_count,
               "/1")};
}

}  // namespace scrim::attacks::wrapping_count
