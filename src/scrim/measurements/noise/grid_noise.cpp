#include "scrim/measurements/noise/grid_noise.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/transformations/quantise/grid_steps.hpp"

namespace scrim {

namespace {

/// How many times finer than the scale a grid is by itself, as a power of two.
constexpr int fineness = 20;

int exponent_of(double scale) {
  if (scale == 0.0) return -fineness;
  return std::clamp(std::ilogb(scale) - fineness, -largest_grid_exponent, largest_grid_exponent);
}

}  // namespace

GridNoise checked_grid_noise(std::string_view who, const NoiseOptions& options) {
  return strictly([&]() -> GridNoise {
    check_noise_scale(who, options.scale);
    const int exponent = options.exponent.value_or(exponent_of(options.scale));
    const double steps = std::ldexp(options.scale, -exponent);
    // A power of two keeps every digit, unless the result is too large or too small for a double.
    if (std::isfinite(steps) && std::ldexp(steps, exponent) == options.scale) {
      return {exponent, NoiseOptions{.scale = steps}};
    }
    fail(ErrorKind::invalid_argument, std::string(who) + ": the scale is " +
                                          describe_value(options.scale) + " and the exponent " +
                                          describe_value(exponent) +
                                          "; give an exponent closer to that of the scale");
  });
}

}  // namespace scrim
