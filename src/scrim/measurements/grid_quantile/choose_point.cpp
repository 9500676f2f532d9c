#include "scrim/measurements/grid_quantile/choose_point.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "scrim/entropy/secure_generator.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/scaled_gap.hpp"
#include "scrim/samplers/bernoulli_exp.hpp"
#include "scrim/samplers/exponential_choice.hpp"
#include "scrim/samplers/uniform_below.hpp"

namespace scrim {

std::int64_t choose_point(const GridScores& scores, std::size_t reach, double score_scale) {
  const std::vector<GridRun> runs = scores.runs_around(reach);
  const auto best =
      std::min_element(runs.begin(), runs.end(),
                       [](const GridRun& a, const GridRun& b) { return a.score < b.score; });
  if (score_scale == 0.0) return best->first;

  std::vector<ChoiceGroup> groups;
  groups.reserve(runs.size());
  for (const GridRun& run : runs) groups.push_back({run.score - best->score, run.size});
  const ExponentialChoice choice(std::move(groups), score_scale);
  auto& source = entropy::thread_source();
  while (true) {
    const GridRun& chosen = runs[choice.sample(source)];
    const std::uint64_t step = sample_uniform_below(chosen.size, source);
    // Modulo 2^64 the sum is right, and it lies within the run.
    const auto point = static_cast<std::int64_t>(static_cast<std::uint64_t>(chosen.first) + step);
    // Beyond reach a point may be worse than its run.
    ScaledGap<std::uint64_t> worse(chosen.score, scores.score_of(point), score_scale);
    if (sample_bernoulli_exp_minus_after_zeros(worse, 0, source)) return point;
  }
}

}  // namespace scrim
