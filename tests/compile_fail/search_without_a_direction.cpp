// expect: Required<

// Scores are searched for those at or above a threshold or for those at or below it: no default
// suits both, and the wrong one finds the first score nearly always.
#include <scrim/scrim.hpp>

auto options() {
#ifdef SCRIM_MUST_FAIL
  return scrim::AboveThresholdOptions{.threshold = 3, .threshold_scale = 1.0, .score_scale = 1.0};
#else
  return scrim::AboveThresholdOptions{
      .threshold = 3, .cross = scrim::Cross::at_most, .threshold_scale = 1.0, .score_scale = 1.0};
#endif
}
