// expect: MetricSpace
// A metric on numbers says nothing about a dataset.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Metric = scrim::AbsoluteDistance<double>;
#else
using Metric = scrim::SymmetricDistance;
#endif

auto space() { return scrim::Space{scrim::vector_domain<double>(), Metric{}}; }
