#include "scrim/measurements/laplace/laplace_loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/directed.hpp"

namespace scrim {

double laplace_loss(MaxDivergence, double d, double scale) {
  if (d == 0.0) return 0.0;
  if (scale == 0.0) return std::numeric_limits<double>::infinity();
  return div_up(d, scale);
}

double laplace_loss(ZeroConcentratedDivergence, double d, double scale) {
  const double epsilon = laplace_loss(MaxDivergence{}, d, scale);
  if (epsilon == 0.0 || std::isinf(epsilon)) return epsilon;
  // The differences below lose three digits for each of the scale, and one for each of a small d;
  // with these many, those that remain tell neighbouring doubles apart.
  const Precision precision =
      256 + 3 * std::max(0, std::ilogb(scale)) + std::max(0, -std::ilogb(d));
  const BigInterval one = BigInterval::point(precision, 1.0);
  const BigInterval distance = BigInterval::point(precision, d);
  const BigInterval s = BigInterval::point(precision, scale);
  const BigInterval q = exp(-(one / s));
  const BigInterval met = (q + q) * (one - exp(-(distance / s))) / (one - q * q);
  return ((distance - met) / s).upper_double();
}

}  // namespace scrim
