#include "scrim/measurements/grid_quantile/grid_runs.hpp"

#include <cstddef>

#include "scrim/numbers/integers.hpp"
#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"

namespace scrim {

std::vector<GridRun> grid_runs(const RowValues& values, Bounds<std::int64_t> bounds,
                               Fraction alpha) {
  const std::vector<std::int64_t> sorted = values.sorted();
  const std::uint64_t limit = quantile_count_limit(alpha);
  std::vector<GridRun> runs;
  runs.reserve(2 * sorted.size() + 1);
  // A run of `size` points from `first` on, with so many sorted values before and up to its end.
  const auto add_run = [&](std::int64_t first, std::uint64_t size, std::size_t before,
                           std::size_t up_to) {
    const auto below = [&](std::size_t count) {
      return saturating_add(values.below(), std::uint64_t{count});
    };
    const auto above = [&](std::size_t count) {
      return saturating_add(values.above(), std::uint64_t{sorted.size() - count});
    };
    const RankInterval rows{.below = below(before),
                            .not_above = below(up_to),
                            .above = above(up_to),
                            .not_below = above(before)};
    runs.push_back({first, size, interval_score(alpha, limit, rows)});
  };

  std::int64_t next = bounds.lower;
  std::size_t seen = 0;
  while (seen < sorted.size()) {
    const std::int64_t value = sorted[seen];
    if (value > next) add_run(next, absolute_difference(value, next), seen, seen);
    std::size_t after = seen;
    while (after < sorted.size() && sorted[after] == value) ++after;
    add_run(value, 1, seen, after);
    seen = after;
    if (value == bounds.upper) return runs;
    next = value + 1;
  }
  add_run(next, absolute_difference(bounds.upper, next) + 1, seen, seen);
  return runs;
}

}  // namespace scrim
