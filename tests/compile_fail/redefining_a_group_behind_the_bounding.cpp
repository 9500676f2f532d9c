// expect: MappedTables
// A group that is redefined behind the bounding would put rows of one person into more groups than
// they are charged for. Columns are derived in front of it.
#include <scrim/scrim.hpp>

auto groups() {
  const scrim::Space persons{
      scrim::PersonTableDomain({{"id", scrim::RowKind::integer, false}},
                               scrim::TableDomain({{"ward", scrim::RowKind::integer, false},
                                                   {"bed", scrim::RowKind::integer, false}})),
      scrim::PersonDistance{}};
  const auto bounding = scrim::then_bound_contributions(
      scrim::BoundGroups{.group = "ward", .groups = 1, .rows = 1, .values = {"bed"}});
  const auto bed = scrim::RowExpression::field("bed");
#ifdef SCRIM_MUST_FAIL
  return persons >> bounding >> scrim::then_derive("ward", bed);
#else
  return persons >> scrim::then_derive("place", bed) >> bounding;
#endif
}
