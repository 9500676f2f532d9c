// expect: Required<

// Quantile scores are best where they are least and counts where they are largest: no default suits
// both, and the wrong one selects the worst candidate.
#include <scrim/scrim.hpp>

auto options() {
#ifdef SCRIM_MUST_FAIL
  return scrim::TopKOptions{.k = 1, .scale = 1.0};
#else
  return scrim::TopKOptions{.k = 1, .scale = 1.0, .optimize = scrim::Optimize::min};
#endif
}
