#include "scrim/transformations/quantise/from_grid.hpp"

#include <algorithm>
#include <cmath>

namespace scrim {

double from_grid(std::int64_t steps, int exponent) noexcept {
  return std::ldexp(static_cast<double>(steps), exponent);
}

std::vector<double> from_grid(std::span<const std::int64_t> steps, int exponent) {
  const double step = std::ldexp(1.0, exponent);  // a normal number, so that a product rounds once
  std::vector<double> values(steps.size());
  std::transform(steps.begin(), steps.end(), values.begin(),
                 [step](std::int64_t each) { return static_cast<double>(each) * step; });
  return values;
}

}  // namespace scrim
