// How long scoring takes, for every shape of rows.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <ctime>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "scrim/numbers/rational.hpp"
#include "scrim/transformations/quantile_score_candidates/candidate_tally.hpp"
#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"
#include "support/scoring_workloads.hpp"

namespace scrim::test {

/// CPU time, which other programs on the machine prolong little.
template <class Work>
[[nodiscard]] double nanoseconds(Work&& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) * (1e9 / CLOCKS_PER_SEC);
}

/// One plain pass over memory.
template <class T>
[[nodiscard]] T sum(std::span<const T> rows) {
  std::array<T, 16> sums{};  // independent, so that memory and not the adder is the limit
  for (std::size_t i = 0; i + sums.size() <= rows.size(); i += sums.size()) {
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += rows[i + j];
  }
  return std::accumulate(sums.begin(), sums.end(), T{0});
}

/// Nanoseconds a row by shape, the best of `rounds`; shapes take turns, so that a slow moment of
/// the machine meets them all.
template <class T>
[[nodiscard]] std::map<Shape, double> scoring_times(Spacing spacing, std::size_t candidate_count,
                                                    std::size_t row_count, int rounds) {
  const auto candidates = spaced_candidates<T>(spacing, candidate_count);
  std::map<Shape, std::vector<T>> rows;
  std::map<Shape, double> best;
  for (const Shape shape : all_shapes) {
    if (shape == Shape::not_finite && !std::floating_point<T>) continue;
    rows[shape] = shaped_rows(shape, candidates, row_count);
    best[shape] = std::numeric_limits<double>::infinity();
  }
  CandidateTally<T> scores(candidates);
  for (int round = 0; round < rounds; ++round) {
    for (auto& [shape, least] : best) {
      const std::span<const T> block = rows[shape];
      const double time = nanoseconds([&] { scores.update(block); });
      least = std::min(least, time / static_cast<double>(row_count));
    }
  }
  return best;
}

}  // namespace scrim::test
