// expect: finish
// A run is consumed by its release; finishing one that is kept would allow a second, uncharged one.
#include <scrim/scrim.hpp>

auto release() {
  const auto counts = scrim::make_count_by_categories(
      scrim::vector_domain<int>(), scrim::SymmetricDistance{}, std::vector<int>{0, 1});
  auto run = counts.start();
#ifdef SCRIM_MUST_FAIL
  return run.finish();
#else
  return std::move(run).finish();
#endif
}
