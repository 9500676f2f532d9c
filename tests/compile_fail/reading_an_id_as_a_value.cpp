// expect: make_select_column
// expect: PersonTableDomain
// Ids say whose a row is and are no values: what is released of a table of persons is read behind
// the bounding, where they are gone.
#include <cstdint>

#include <scrim/scrim.hpp>

auto ids() {
  const scrim::Space persons{
      scrim::PersonTableDomain({{"id", scrim::RowKind::integer, false}},
                               scrim::TableDomain({{"cost", scrim::RowKind::integer, false}})),
      scrim::PersonDistance{}};
#ifdef SCRIM_MUST_FAIL
  return persons >> scrim::then_select_column<std::int64_t>("id");
#else
  return persons >>
         scrim::then_bound_contributions(scrim::BoundRows{.rows = 1, .values = {"cost"}}) >>
         scrim::then_select_column<std::int64_t>("cost");
#endif
}
