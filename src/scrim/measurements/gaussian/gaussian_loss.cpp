#include "scrim/measurements/gaussian/gaussian_loss.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "scrim/numbers/rational.hpp"

namespace scrim {

double gaussian_loss(ZeroConcentratedDivergence, double d, double scale) {
  if (d == 0.0) return 0.0;
  if (scale == 0.0 || std::isinf(d)) return std::numeric_limits<double>::infinity();
  const Rational ratio = to_rational(d) / to_rational(scale);
  return to_double_up(ratio * ratio / 2);
}

PrivacyProfile gaussian_profile(double d, double scale) {
  // Integers that are at most d apart are at most its whole part apart.
  const double whole = std::floor(d);
  if (whole == 0.0) return {};
  if (whole > 0x1p60 || scale < 0x1p-20) return PrivacyProfile::nothing_promised();
  return PrivacyProfile::of_gaussian(scale, static_cast<std::uint64_t>(whole));
}

PrivacyProfile gaussian_profile_of_norm(double d, double scale) {
  const double rho = gaussian_loss(ZeroConcentratedDivergence{}, d, scale);
  return rho > 0x1p20 ? PrivacyProfile::nothing_promised() : PrivacyProfile::of_loss({.rho = rho});
}

}  // namespace scrim
