// expect: ChainsInto
// The stability of the second transformation is known under another metric.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Metric = scrim::InsertDeleteDistance;
#else
using Metric = scrim::SymmetricDistance;
#endif

auto chain() {
  const auto clamp = scrim::make_clamp(scrim::vector_domain<double>(), scrim::SymmetricDistance{},
                                       scrim::Bounds{0.0, 1.0});
  const auto scores = scrim::make_quantile_score_candidates(
      scrim::vector_domain<double>(scrim::Bounds{0.0, 1.0}), Metric{}, {0.0, 1.0}, 0.5);
  return clamp >> scores;
}
