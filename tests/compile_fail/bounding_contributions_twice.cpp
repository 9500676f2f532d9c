// expect: make_bound_contributions
// What comes out of bounding is nobody's any more, so that it cannot be bounded again into a lower
// price.
#include <scrim/scrim.hpp>

auto transformation() {
  const scrim::PersonTableDomain visits(
      {{"id", scrim::RowKind::integer, false}},
      scrim::TableDomain({{"cost", scrim::RowKind::real, false}}));
  const auto bounded =
      scrim::Space{visits, scrim::PersonDistance{}} >>
      scrim::then_bound_contributions(scrim::BoundRows{.rows = 3, .values = {"cost"}});
#ifdef SCRIM_MUST_FAIL
  return bounded >>
         scrim::then_bound_contributions(scrim::BoundRows{.rows = 1, .values = {"cost"}});
#else
  return bounded;
#endif
}
