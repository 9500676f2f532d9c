// expect: make_convert_measure
// Permute-and-flip is epsilon-DP, but not bounded-range: epsilon^2 / 8 must not be charged for it.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Measure = scrim::MaxDivergence;
#else
using Measure = scrim::RangeDivergence;
#endif

auto measurement() {
  const auto selection = scrim::make_report_noisy_top_k(
      scrim::vector_domain<double>(), scrim::LInfDistance<double>{}, Measure{},
      {.k = 1, .scale = 1.0, .optimize = scrim::Optimize::max});
  return scrim::make_convert_measure(selection, scrim::ZeroConcentratedDivergence{});
}
