// expect: Postprocessing|ChainsInto
// Only a release may be passed through any function: on raw aggregates its stability is unknown.
#include <scrim/scrim.hpp>

auto chain() {
  return scrim::Space{scrim::vector_domain<double>(), scrim::SymmetricDistance{}} >>
         scrim::then_quantile_score_candidates(std::vector{1.0, 2.0}, 0.5) >>
#ifndef SCRIM_MUST_FAIL
         scrim::then_report_noisy_top_k(scrim::MaxDivergence{},
                                        {.k = 1, .scale = 1.0, .optimize = scrim::Optimize::max}) >>
#endif
         [](const auto& values) { return values.front(); };
}
