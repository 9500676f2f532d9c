// expect: make_sample_of_size
// Under HammingDistance a row that comes into a sample moves others, and the price is exceeded.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Metric = scrim::HammingDistance;
#else
using Metric = scrim::ChangeOneDistance;
#endif

auto measurement() {
  const auto count = scrim::Space{scrim::vector_domain<double>().with_size(3), Metric{}} >>
                     scrim::then_count() >>
                     scrim::then_laplace(scrim::MaxDivergence{}, {.scale = 1.0});
  return scrim::make_sample_of_size(count, 30);
}
