// expect: ChargedUnder
// Gaussian noise has no epsilon: a budget of epsilons cannot pay for it.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Measure = scrim::MaxDivergence;
#else
using Measure = scrim::ZeroConcentratedDivergence;
#endif

auto answer(const scrim::Filter<Measure>& budget) {
  const auto noisy =
      scrim::make_gaussian(scrim::vector_domain<std::int64_t>(), scrim::LpDistance<2, double>{},
                           scrim::ZeroConcentratedDivergence{}, {.scale = 10.0});
  return budget.release(noisy, 1.0, std::vector<std::int64_t>{3, 5});
}
