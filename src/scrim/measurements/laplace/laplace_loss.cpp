#include "scrim/measurements/laplace/laplace_loss.hpp"

#include <cmath>
#include <cstdint>
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

PrivacyProfile laplace_loss(ProfileDivergence, double d, double scale) {
  // Integers that are at most d apart are at most its whole part apart.
  const double whole = std::floor(d);
  if (whole == 0.0) return {};
  if (0x1p-20 <= scale && scale <= 0x1p60 && whole <= 0x1p60) {
    return PrivacyProfile::of_laplace(scale, static_cast<std::uint64_t>(whole));
  }
  const double epsilon = laplace_loss(MaxDivergence{}, whole, scale);
  return epsilon > 0x1p20 ? PrivacyProfile::nothing_promised()
                          : PrivacyProfile::of_loss({.epsilon = epsilon});
}

}  // namespace scrim
