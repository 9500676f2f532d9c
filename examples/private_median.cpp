// A private median: how old is the typical visitor, without telling the age of anyone?
#include <cstdio>
#include <span>
#include <vector>

#include <scrim/scrim.hpp>

int main() {
  // The data: one row per visitor. (Here they are made up; 500 visitors of 18 to 67 years.)
  std::vector<double> ages;
  for (int i = 0; i < 500; ++i) ages.push_back(18 + i * 7919 % 50);

  // The answers that the release may give, chosen without looking at the data.
  std::vector<double> candidates;
  for (int age = 0; age <= 100; ++age) candidates.push_back(age);

  // Clamp, score the candidates, choose one under noise, and look up its value.
  const auto median =
      scrim::Space{scrim::vector_domain<double>(), scrim::SymmetricDistance{}} >>
      scrim::then_clamp(0.0, 100.0) >> scrim::then_quantile_score_candidates(candidates, 0.5) >>
      scrim::then_report_noisy_top_k(scrim::MaxDivergence{},
                                     {.k = 1, .scale = 4.0, .optimize = scrim::Optimize::min}) >>
      [candidates](const auto& best) { return candidates[best.front()]; };

  // What it costs is known before it runs: d_in = 1 is one visitor added or removed.
  std::printf("epsilon of one release: %g\n", median.map(1));
  std::printf("within a budget of 0.5: %s\n", median.check(1, 0.5) ? "yes" : "no");

  // The release. Every run of this program may print another value close to the median.
  std::printf("private median age: %g\n", median.invoke(std::span<const double>{ages}));
}
