// expect: make_parallel
// What is made in every group is a measurement of tables without groups: of grouped ones no price
// is proved.
#include <cstdint>

#include <scrim/scrim.hpp>

auto measurement() {
  const auto count = scrim::Space{scrim::TableDomain({{"age", scrim::RowKind::integer, false}}),
                                  scrim::SymmetricDistance{}} >>
                     scrim::then_select_column<std::int64_t>("age") >> scrim::then_count() >>
                     scrim::then_laplace(scrim::MaxDivergence{}, {.scale = 1.0});
  const auto counts = scrim::make_parallel(count, 3);
#ifdef SCRIM_MUST_FAIL
  return scrim::make_parallel(counts, 3);
#else
  return counts;
#endif
}
