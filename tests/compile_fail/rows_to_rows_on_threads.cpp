// expect: Aggregates
// Rows that come out as rows keep their order, which threads do not; only aggregates are read on
// several.
#include <scrim/scrim.hpp>

auto clamped_rows(const std::vector<double>& rows) {
  const auto clamp = scrim::make_clamp(scrim::vector_domain<double>(), scrim::SymmetricDistance{},
                                       scrim::Bounds<double>(0.0, 1.0));
#ifdef SCRIM_MUST_FAIL
  return clamp.invoke(rows, {.threads = 2});
#else
  return clamp.invoke(rows);
#endif
}
