// expect: EntrywiseLipschitzMetric
// Entries that move together are torn apart by clamping, so it is not stable under RangeDistance.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Metric = scrim::RangeDistance<double>;
#else
using Metric = scrim::LInfDistance<double>;
#endif

auto transformation() {
  return scrim::Space{scrim::vector_domain<double>(), Metric{}} >> scrim::then_clamp(0.0, 1.0);
}
