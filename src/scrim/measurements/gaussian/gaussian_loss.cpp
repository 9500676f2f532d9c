#include "scrim/measurements/gaussian/gaussian_loss.hpp"

#include <cmath>
#include <limits>

#include "scrim/numbers/rational.hpp"

namespace scrim {

double gaussian_loss(ZeroConcentratedDivergence, double d, double scale) {
  if (d == 0.0) return 0.0;
  if (scale == 0.0 || std::isinf(d)) return std::numeric_limits<double>::infinity();
  const Rational ratio = to_rational(d) / to_rational(scale);
  return to_double_up(ratio * ratio / 2);
}

}  // namespace scrim
