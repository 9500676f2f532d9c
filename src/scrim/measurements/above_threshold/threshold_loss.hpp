// What it costs to say which scores cross a threshold. Proof: make_above_threshold.proof.md
#pragma once

#include <cstddef>

#include "scrim/spaces/measures.hpp"

namespace scrim {

/// How much noise: on the threshold once, on every score anew; in units of scores.
struct ThresholdNoiseScales {
  double threshold;
  double score;
};

/// An upper bound on the loss of saying which scores cross, for scores that move by at most d each
/// and by at most `range` against each other:
///   d / scales.threshold + positives * range / scales.score
/// A scale of 0 costs infinity, unless d is 0.
///
/// Precondition (caller): d, range and scales are at least 0, none is NaN; the scales are finite;
///   range is 0 if d is.
[[nodiscard]] double threshold_loss(MaxDivergence, double d, double range, std::size_t positives,
                                    const ThresholdNoiseScales& scales);

}  // namespace scrim
