// expect: make_group_rows
// Rows of persons are grouped once they are bounded, not before.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
const scrim::Space space{
    scrim::PersonTableDomain({{"id", scrim::RowKind::integer, false}},
                             scrim::TableDomain({{"ward", scrim::RowKind::text, false}})),
    scrim::PersonDistance{}};
#else
const scrim::Space space{scrim::TableDomain({{"ward", scrim::RowKind::text, false}}),
                         scrim::SymmetricDistance{}};
#endif

auto groups() { return space >> scrim::then_group_rows({.group = "ward"}); }
