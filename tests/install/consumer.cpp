// A user's program: a private median, with the public header and nothing else.
#include <scrim/scrim.hpp>

#include <algorithm>
#include <iostream>
#include <span>
#include <vector>

int main() {
  const std::vector<double> ages{23, 31, 35, 36, 40, 41, 44, 52, 58, 67};
  std::vector<double> candidates;
  for (int age = 0; age <= 100; ++age) candidates.push_back(age);

  auto median =
      scrim::Space{scrim::vector_domain<double>(), scrim::SymmetricDistance{}} >>
      scrim::then_clamp(0.0, 100.0) >> scrim::then_quantile_score_candidates(candidates, 0.5) >>
      scrim::then_report_noisy_top_k(scrim::MaxDivergence{},
                                     {.k = 1, .scale = 4.0, .optimize = scrim::Optimize::min}) >>
      [candidates](const auto& best) { return candidates[best.front()]; };

  // One row moves a score by 1 and the range of the scores by 2; divided by the scale, 2 / 4.
  const double epsilon = median.map(1);
  const bool enough = median.check(1, 0.5) && !median.check(1, 0.49);
  const double release = median.invoke(std::span<const double>{ages});
  const bool is_candidate = std::ranges::find(candidates, release) != candidates.end();

  std::cout << "epsilon " << epsilon << ", median " << release << '\n';
  return epsilon == 0.5 && enough && is_candidate ? 0 : 1;
}
