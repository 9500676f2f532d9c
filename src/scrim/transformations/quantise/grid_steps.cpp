#include "scrim/transformations/quantise/grid_steps.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

void check_center(double center, std::string_view who) {
  if (!std::isfinite(center)) {
    fail(ErrorKind::invalid_argument,
         std::string(who) + ": the center is " + describe_value(center) + "; give a finite number");
  }
}

}  // namespace

void check_step_exponent(int exponent, int largest, std::string_view who) {
  if (exponent < -largest || exponent > largest) {
    fail(ErrorKind::invalid_argument,
         std::string(who) + ": the exponent is " + std::to_string(exponent) + "; give one from -" +
             std::to_string(largest) + " to " + std::to_string(largest));
  }
}

kernels::Steps checked_steps(Bounds<std::int64_t> bounds, std::string_view who) {
  check_bounds(bounds, who);
  constexpr std::int64_t limit = kernels::Steps::limit;
  if (bounds.lower <= -limit || bounds.upper >= limit) {
    fail(ErrorKind::invalid_argument,
         std::string(who) + ": the steps from " + std::to_string(bounds.lower) + " to " +
             std::to_string(bounds.upper) +
             " reach 2^62 in absolute value; give a larger exponent, and fewer steps");
  }
  return {bounds.lower, bounds.upper};
}

kernels::Grid checked_grid(int exponent, Bounds<std::int64_t> bounds,
                           const QuantiseOptions& options, std::string_view who) {
  check_step_exponent(exponent, largest_step_exponent, who);
  check_center(options.center, who);
  const kernels::Steps steps = checked_steps(bounds, who);
  const std::int64_t nan_step =
      options.nan.value_or(kernels::clamp_value(std::int64_t{0}, steps.lower, steps.upper));
  if (nan_step <= -kernels::Steps::limit || nan_step >= kernels::Steps::limit) {
    fail(ErrorKind::invalid_argument,
         std::string(who) + ": a NaN is to become " + std::to_string(nan_step) +
             ", which reaches 2^62 in absolute value; give a number closer to 0");
  }
  const int half = exponent / 2;  // both halves lie within largest_grid_exponent
  return {options.center, std::ldexp(1.0, -half), std::ldexp(1.0, half - exponent), steps,
          nan_step};
}

Bounds<std::int64_t> bounds_with_nan(const kernels::Grid& grid) noexcept {
  return {std::min(grid.steps.lower, grid.nan_step), std::max(grid.steps.upper, grid.nan_step)};
}

kernels::SquareGrid checked_square_grid(const SquareSteps& steps, std::string_view who) {
  check_bounds(steps.rows, who);
  check_center(steps.center, who);
  check_step_exponent(steps.exponent, largest_square_exponent, who);
  const kernels::Steps within = checked_steps({0, steps.upper}, who);
  if (steps.offset < 0 || steps.offset > steps.upper) {
    fail(ErrorKind::invalid_argument,
         std::string(who) + ": the offset is " + std::to_string(steps.offset) +
             "; give one from 0 to the upper bound, which is " + std::to_string(steps.upper));
  }
  // The half that both factors take, as far as its power is a double, and what is left.
  const int half = std::clamp(steps.exponent / 2, -largest_grid_exponent, largest_grid_exponent);
  return {steps.rows.lower,
          steps.rows.upper,
          steps.center,
          std::ldexp(1.0, -half),
          std::ldexp(1.0, 2 * half - steps.exponent),
          within,
          steps.offset};
}

}  // namespace scrim
