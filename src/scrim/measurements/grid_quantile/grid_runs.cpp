#include "scrim/measurements/grid_quantile/grid_runs.hpp"

#include <algorithm>

#include "scrim/numbers/integers.hpp"
#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"

namespace scrim {

GridScores::GridScores(const RowValues& values, Bounds<std::int64_t> bounds, Fraction alpha)
    : sorted_(values.sorted()),
      below_(values.below()),
      above_(values.above()),
      bounds_(bounds),
      alpha_(alpha) {}

std::uint64_t GridScores::score_between(std::size_t before, std::size_t up_to) const {
  const auto below = [&](std::size_t count) {
    return saturating_add(below_, std::uint64_t{count});
  };
  const auto above = [&](std::size_t count) {
    return saturating_add(above_, std::uint64_t{sorted_.size() - count});
  };
  return interval_score(alpha_, quantile_count_limit(alpha_),
                        {.below = below(before),
                         .not_above = below(up_to),
                         .above = above(up_to),
                         .not_below = above(before)});
}

std::uint64_t GridScores::score_of(std::int64_t point) const {
  const auto [first, last] = std::equal_range(sorted_.begin(), sorted_.end(), point);
  return score_between(static_cast<std::size_t>(first - sorted_.begin()),
                       static_cast<std::size_t>(last - sorted_.begin()));
}

bool GridScores::is_below_the_wanted_rank(std::size_t cut) const {
  const std::uint64_t limit = quantile_count_limit(alpha_);
  const std::uint64_t below = saturating_add(below_, std::uint64_t{cut});
  const std::uint64_t above = saturating_add(above_, std::uint64_t{sorted_.size() - cut});
  return alpha_.num * std::min(above, limit) > (alpha_.den - alpha_.num) * std::min(below, limit);
}

std::size_t GridScores::cut_at_the_wanted_rank() const {
  std::size_t first = 0;
  std::size_t last = sorted_.size();
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (is_below_the_wanted_rank(middle)) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first;
}

std::vector<GridRun> GridScores::runs_around(std::size_t values) const {
  const std::size_t wanted = cut_at_the_wanted_rank();
  // Values that are equal stay together.
  const auto begin = sorted_.begin();
  std::size_t first = wanted - std::min(wanted, values);
  if (first < sorted_.size()) {
    first =
        static_cast<std::size_t>(std::lower_bound(begin, sorted_.end(), sorted_[first]) - begin);
  }
  std::size_t last = wanted + std::min(sorted_.size() - wanted, values);
  if (last > 0) {
    last =
        static_cast<std::size_t>(std::upper_bound(begin, sorted_.end(), sorted_[last - 1]) - begin);
  }

  std::vector<GridRun> runs;
  runs.reserve(2 * (last - first) + 2);
  std::int64_t next = bounds_.lower;
  for (std::size_t seen = first; seen < last;) {
    const std::int64_t value = sorted_[seen];
    if (value > next) {
      runs.push_back({next, absolute_difference(value, next), score_between(seen, seen)});
    }
    std::size_t after = seen;
    while (after < last && sorted_[after] == value) ++after;
    runs.push_back({value, 1, score_between(seen, after)});
    seen = after;
    if (value == bounds_.upper) return runs;
    next = value + 1;
  }
  runs.push_back({next, absolute_difference(bounds_.upper, next) + 1, score_between(last, last)});
  return runs;
}

}  // namespace scrim
