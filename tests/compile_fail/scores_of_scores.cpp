// expect: DatasetMetric
// Quantile scores are computed from rows, not from other scores.
#include <scrim/scrim.hpp>

auto transformation() {
  return scrim::Space{scrim::vector_domain<std::uint64_t>(),
#ifdef SCRIM_MUST_FAIL
                      scrim::LInfDistance<std::uint64_t>{}
#else
                      scrim::SymmetricDistance{}
#endif
         } >>
         scrim::then_quantile_score_candidates(std::vector<std::uint64_t>{1, 2}, 0.5);
}
