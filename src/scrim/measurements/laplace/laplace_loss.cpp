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
  // tanh(e / 2) = (1 - exp(-e)) / (1 + exp(-e)) loses its digits where e is small; there it is next
  // to e / 2, which is never below it.
  const double half_square = div_up(mul_up(epsilon, epsilon), 2.0);
  if (std::isinf(epsilon)) return epsilon;
  constexpr Precision precision = 256;
  const BigInterval one = BigInterval::point(precision, 1.0);
  const BigInterval e = BigInterval::point(precision, epsilon);
  const BigInterval q = exp(-e);
  return std::min(half_square, (e * ((one - q) / (one + q))).upper_double());
}

}  // namespace scrim
