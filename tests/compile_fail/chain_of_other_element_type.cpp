// expect: ChainsInto
// What comes out of the first transformation is not what the second one takes.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Row = int;
#else
using Row = double;
#endif

auto chain() {
  const auto clamp = scrim::make_clamp(scrim::vector_domain<double>(), scrim::SymmetricDistance{},
                                       scrim::Bounds{0.0, 1.0});
  const auto scores = scrim::make_quantile_score_candidates(
      scrim::vector_domain<Row>(scrim::Bounds<Row>{0, 1}), scrim::SymmetricDistance{},
      std::vector<Row>{0, 1}, 0.5);
  return clamp >> scores;
}
