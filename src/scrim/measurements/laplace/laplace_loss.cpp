#include "scrim/measurements/laplace/laplace_loss.hpp"

#include <limits>

#include "scrim/accounting/conversions.hpp"
#include "scrim/numbers/directed.hpp"

namespace scrim {

double laplace_loss(MaxDivergence, double d, double scale) {
  if (d == 0.0) return 0.0;
  if (scale == 0.0) return std::numeric_limits<double>::infinity();
  return div_up(d, scale);
}

double laplace_loss(ZeroConcentratedDivergence, double d, double scale) {
  if (d == 0.0) return 0.0;
  if (scale == 0.0) return std::numeric_limits<double>::infinity();
  return rho_of_laplace(d, scale);
}

}  // namespace scrim
