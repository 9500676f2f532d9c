// Overflow: a counter that wraps is moved by one row from its largest value to 0. Merged parts get
// it there without anyone reading so many rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_full_states.hpp"
#include "support/attack_outcome.hpp"

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

inline constexpr int beyond_full = 66;

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
  const LInfDistance<std::uint64_t> metric;
  const std::vector<double> rows{0.0, 1.0, 1.5, 2.0, 3.0};
  const std::vector<std::int32_t> keys{7, 8, 9};
  const std::uint64_t by_median = test::largest_move(metric, median, rows, beyond_full);
  const std::uint64_t by_ugly = test::largest_move(metric, ugly, rows, beyond_full);
  const std::uint64_t by_count = test::largest_move(metric, counts, keys, beyond_full);
  const std::uint64_t by_rows =
      test::largest_move(AbsoluteDistance<std::uint64_t>{}, RowCount{}, keys, beyond_full);
  return {by_median > 1 || by_ugly > 4 || by_count > 1 || by_rows > 1,
          text("near 2^64 a row moves scores ", by_median, "/1, ", by_ugly, "/4, counts ", by_count,
               "/1, ", by_rows, "/1")};
}

}  // namespace scrim::attacks::wrapping_count
