#include "scrim/measurements/grid_quantile/make_grid_quantile.hpp"

#include <algorithm>
#include <vector>

#include "scrim/columns/describe.hpp"
#include "scrim/entropy/secure_generator.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/grid_quantile/grid_runs.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/samplers/exponential_choice.hpp"
#include "scrim/samplers/uniform_below.hpp"

namespace scrim {

void check_grid(Bounds<std::int64_t> bounds) {
  check_bounds(bounds, "make_grid_quantile");
  constexpr std::uint64_t all_but_one = std::numeric_limits<std::uint64_t>::max() - 1;
  if (absolute_difference(bounds.upper, bounds.lower) <= all_but_one) return;
  fail(ErrorKind::invalid_argument,
       "make_grid_quantile: the bounds are " + describe_value(bounds.lower) + " and " +
           describe_value(bounds.upper) + ", all of int64; give narrower ones");
}

std::int64_t choose_on_grid(const RowValues& values, Bounds<std::int64_t> bounds, Fraction alpha,
                            double score_scale) {
  const std::vector<GridRun> runs = grid_runs(values, bounds, alpha);
  const auto best =
      std::min_element(runs.begin(), runs.end(),
                       [](const GridRun& a, const GridRun& b) { return a.score < b.score; });
  if (score_scale == 0.0) return best->first;

  std::vector<ChoiceGroup> groups;
  groups.reserve(runs.size());
  for (const GridRun& run : runs) groups.push_back({run.score - best->score, run.size});
  auto& source = entropy::thread_source();
  const GridRun& chosen = runs[ExponentialChoice(std::move(groups), score_scale).sample(source)];
  const std::uint64_t step = sample_uniform_below(chosen.size, source);
  // Modulo 2^64 the sum is right, and it lies within the run.
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(chosen.first) + step);
}

}  // namespace scrim
