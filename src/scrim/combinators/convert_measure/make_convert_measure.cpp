#include "scrim/combinators/convert_measure/make_convert_measure.hpp"

#include "scrim/numbers/directed.hpp"

namespace scrim {

PrivacyMap<double> conversion_map(RangeDivergence, MaxDivergence) {
  return PrivacyMap<double>::from_constant(1.0);
}

PrivacyMap<double> conversion_map(RangeDivergence, ZeroConcentratedDivergence) {
  return PrivacyMap<double>::from_monotone(
      [](double epsilon) { return div_up(mul_up(epsilon, epsilon), 8.0); });
}

}  // namespace scrim
