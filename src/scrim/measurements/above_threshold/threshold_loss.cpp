#include "scrim/measurements/above_threshold/threshold_loss.hpp"

#include <cmath>
#include <limits>

#include "scrim/numbers/rational.hpp"

namespace scrim {

double threshold_loss(MaxDivergence, double d, double range, std::size_t positives,
                      const ThresholdNoiseScales& scales) {
  if (d == 0.0) return 0.0;
  const bool is_without_noise = scales.threshold == 0.0 || scales.score == 0.0;
  if (is_without_noise || std::isinf(d) || std::isinf(range)) {
    return std::numeric_limits<double>::infinity();
  }
  const Rational of_threshold = to_rational(d) / to_rational(scales.threshold);
  const Rational of_scores =
      to_rational(positives) * to_rational(range) / to_rational(scales.score);
  return to_double_up(of_threshold + of_scores);
}

}  // namespace scrim
