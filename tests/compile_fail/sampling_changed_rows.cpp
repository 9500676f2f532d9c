// expect: make_sample
// The price of a sample by tosses is proved where rows are added and removed, not where they
// change.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Metric = scrim::ChangeOneDistance;
#else
using Metric = scrim::SymmetricDistance;
#endif

auto measurement() {
  const auto count = scrim::Space{scrim::vector_domain<double>().with_size(3), Metric{}} >>
                     scrim::then_count() >>
                     scrim::then_laplace(scrim::MaxDivergence{}, {.scale = 1.0});
  return scrim::make_sample(count, 0.1);
}
