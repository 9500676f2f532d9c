#include "scrim/combinators/convert_measure/make_convert_measure.hpp"

#include "scrim/numbers/directed.hpp"

namespace scrim {

PrivacyMap<double> range_divergence_to(MaxDivergence) {
  return PrivacyMap<double>::from_constant(1.0);
}

PrivacyMap<double> range_divergence_to(ZeroConcentratedDivergence) {
  return PrivacyMap<double>::from_monotone(
      [](double epsilon) { return div_up(mul_up(epsilon, epsilon), 8.0); });
}

}  // namespace scrim
