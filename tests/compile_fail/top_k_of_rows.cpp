// expect: ScoreMetric
// A selection takes scores, not rows.
#include <scrim/scrim.hpp>

auto measurement() {
  return scrim::Space{scrim::vector_domain<double>(), scrim::SymmetricDistance{}} >>
#ifndef SCRIM_MUST_FAIL
         scrim::then_quantile_score_candidates(std::vector{1.0, 2.0}, 0.5) >>
#endif
         scrim::then_report_noisy_top_k(scrim::MaxDivergence{},
                                        {.k = 1, .scale = 1.0, .optimize = scrim::Optimize::max});
}
