// A state of the bare fold could be finished twice: two releases charged as one.

// expect: no member named .function.

#include <scrim/scrim.hpp>

auto release(const std::vector<int>& rows) {
  const auto counts =
      scrim::Space{scrim::vector_domain<int>(), scrim::SymmetricDistance{}} >>
      scrim::then_count_by_categories(std::vector<int>{0, 1}) >>
      scrim::then_report_noisy_top_k(scrim::MaxDivergence{},
                                     {.k = 1, .scale = 1.0, .optimize = scrim::Optimize::max});
#ifdef SCRIM_MUST_FAIL
  const auto state = counts.function().accumulation().start();
  state->update(rows);
  state->settle();
  return counts.function().finish(*state);
#else
  return counts.invoke(rows);
#endif
}
