#include "scrim/transformations/quantise/from_grid.hpp"

#include <cmath>

namespace scrim {

double from_grid(std::int64_t steps, int exponent) noexcept {
  return std::ldexp(static_cast<double>(steps), exponent);
}

}  // namespace scrim
