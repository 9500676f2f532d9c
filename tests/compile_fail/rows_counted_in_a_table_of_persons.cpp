// expect: MetricSpace
// In a table of persons rows are not what counts: no metric on rows fits it.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Metric = scrim::SymmetricDistance;
#else
using Metric = scrim::PersonDistance;
#endif

auto space() {
  return scrim::Space{
      scrim::PersonTableDomain({{"id", scrim::RowKind::integer, false}}, scrim::TableDomain()),
      Metric{}};
}
