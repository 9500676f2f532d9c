// expect: make_convert_measure
// Permute-and-flip is epsilon-DP, but not bounded-range: its rho is epsilon tanh(epsilon / 2), not
// epsilon^2 / 8.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Target = scrim::RangeDivergence;
#else
using Target = scrim::ZeroConcentratedDivergence;
#endif

auto measurement() {
  const auto selection = scrim::make_report_noisy_top_k(
      scrim::vector_domain<double>(), scrim::LInfDistance<double>{}, scrim::MaxDivergence{},
      {.k = 1, .scale = 1.0, .optimize = scrim::Optimize::max});
  return scrim::make_convert_measure(selection, Target{});
}
