// expect: make_sample
// A person's rows that lie in groups are taken with the person, in front of the bounding. Behind it
// a sample of rows by group has no price: they are no rows of which one comes or goes.
#include <scrim/scrim.hpp>

auto measurement() {
  const scrim::Space persons{
      scrim::PersonTableDomain({{"id", scrim::RowKind::integer, false}},
                               scrim::TableDomain({{"ward", scrim::RowKind::integer, false},
                                                   {"days", scrim::RowKind::integer, false}})),
      scrim::PersonDistance{}};
  const auto bounding = scrim::make_bound_contributions(
      persons.domain, persons.metric,
      scrim::BoundGroups{.group = "ward", .groups = 2, .values = {"days"}});
  const auto count = scrim::Space{bounding.output_domain().table(), scrim::SymmetricDistance{}} >>
                     scrim::then_select_column<std::int64_t>("days") >> scrim::then_count() >>
                     scrim::then_laplace(scrim::MaxDivergence{}, {.scale = 1.0});
  const auto by_ward = scrim::make_parallel(count, 4, "ward");
#ifdef SCRIM_MUST_FAIL
  return scrim::make_chain(bounding, scrim::make_sample(by_ward, 0.1));
#else
  return scrim::make_sample(scrim::make_chain(bounding, by_ward), 0.1);
#endif
}
