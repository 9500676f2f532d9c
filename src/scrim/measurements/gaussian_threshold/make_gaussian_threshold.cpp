#include "scrim/measurements/gaussian_threshold/make_gaussian_threshold.hpp"

#include <limits>

#include "scrim/measurements/noise/gaussian_variance.hpp"
#include "scrim/measurements/noise/noise_scale.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/samplers/discrete_gaussian.hpp"

namespace scrim {

void check_gaussian_threshold(const ThresholdOptions& options) {
  check_noise_scale("make_gaussian_threshold", options.scale, largest_gaussian_scale);
  check_threshold("make_gaussian_threshold", options.threshold);
}

double gaussian_threshold_loss(const KeyedChange& d, double scale) {
  if (d == KeyedChange()) return 0;
  if (scale == 0) return std::numeric_limits<double>::infinity();
  const Rational in_each = to_rational(d.in_each());
  const Rational rest = to_rational(d.total() % d.in_each());
  const Rational squares = to_rational(d.total() / d.in_each()) * in_each * in_each + rest * rest;
  return to_double_up(squares / (2 * gaussian_variance(scale)));
}

}  // namespace scrim
