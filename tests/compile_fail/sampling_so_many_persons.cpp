// expect: make_sample_of_size
// Where persons come and go, how many there are is not public: there is no fixed number to take of
// them. Each is taken with a probability.
#include <scrim/scrim.hpp>

auto measurement() {
  const auto count =
      scrim::Space{
          scrim::PersonTableDomain({{"id", scrim::RowKind::integer, false}},
                                   scrim::TableDomain({{"days", scrim::RowKind::integer, false}})),
          scrim::PersonDistance{}} >>
      scrim::then_bound_contributions(scrim::BoundRows{.rows = 2, .values = {"days"}}) >>
      scrim::then_select_column<std::int64_t>("days") >> scrim::then_count() >>
      scrim::then_laplace(scrim::MaxDivergence{}, {.scale = 1.0});
#ifdef SCRIM_MUST_FAIL
  return scrim::make_sample_of_size(count, 30);
#else
  return scrim::make_sample(count, 0.1);
#endif
}
