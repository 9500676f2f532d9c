#include "scrim/measurements/private_quantile/make_private_quantile.hpp"

#include <cmath>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

double quantile_score_scale(double scale, const Alpha& alpha) {
  // The product is the scale that is used and charged for, so its rounding only has to be public.
  const double score_scale = strictly([&] { return mul_up(scale, cast_up<double>(alpha.den())); });
  if (!std::isfinite(scale) || std::signbit(scale) || !std::isfinite(score_scale)) {
    fail(ErrorKind::invalid_argument,
         "make_private_quantile: scale is " + describe_value(scale) +
             "; give a finite number of rows of at least 0 (0, not -0, selects without noise)");
  }
  return score_scale;
}

}  // namespace scrim
