#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"

#include <limits>

#include "scrim/accounting/conversions.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"

namespace scrim {

namespace {

/// range / scale rounded up; 0 for range 0 whatever the scale.
double scaled_range_up(double range, double scale) {
  if (range == 0.0) return 0.0;
  if (scale == 0.0) return std::numeric_limits<double>::infinity();
  return div_up(range, scale);
}

/// 2 k - 1: the first selection moves the loss of two outcomes against each other by one range,
/// each later one by up to two, since what remains to select from differs between the outcomes.
double range_steps_up(std::size_t k) { return sub_up(mul_up(2.0, cast_up<double>(k)), 1.0); }

}  // namespace

double selection_loss(MaxDivergence, double range, std::size_t k, double scale) {
  return mul_up(cast_up<double>(k), scaled_range_up(range, scale));
}

double selection_loss(RangeDivergence, double range, std::size_t k, double scale) {
  return mul_up(range_steps_up(k), scaled_range_up(range, scale));
}

double selection_loss(ZeroConcentratedDivergence, double range, std::size_t k, double scale) {
  return mul_up(cast_up<double>(k), rho_of_range(scaled_range_up(range, scale)));
}

}  // namespace scrim
