// The loops that bring doubles to a grid of integers.
#pragma once

#include <cstdint>
#include <span>

#include "scrim/kernels/clamp.hpp"

namespace scrim::kernels {

/// The integer closest to y, the even one of two, as a double.
/// Precondition (caller): y is not NaN.
[[nodiscard]] constexpr double round_to_even(double y) {
  // From here on doubles are integers, and up to here adding it leaves no room for a fraction.
  constexpr double all_integers = 0x1p52;
  if (y >= all_integers || y <= -all_integers) return y;
  return y < 0 ? -((-y + all_integers) - all_integers) : (y + all_integers) - all_integers;
}

/// The bounds of the integers that take the place of doubles.
struct Steps {
  std::int64_t lower;
  std::int64_t upper;

  /// Bounds lie within this.
  static constexpr std::int64_t limit = std::int64_t{1} << 62;
  /// Within this, rounding and converting is one addition.
  static constexpr std::int64_t narrow_limit = std::int64_t{1} << 51;

  [[nodiscard]] constexpr bool are_narrow() const {
    return -narrow_limit <= lower && upper <= narrow_limit;
  }
};

/// The integer closest to y (the even one of two), moved into the bounds.
/// Precondition (caller): y is not NaN.
[[nodiscard]] constexpr std::int64_t nearest_step(double y, const Steps& steps) {
  constexpr auto limit = static_cast<double>(Steps::limit);
  if (y < -limit) return steps.lower;
  if (y > limit) return steps.upper;
  return clamp_value(static_cast<std::int64_t>(round_to_even(y)), steps.lower, steps.upper);
}

/// x - center in units of a step. It is scaled by two powers of two, both up or both down: their
/// product, the steps to a unit, need not be a double.
struct Grid {
  double center;
  double first_scale;
  double second_scale;
  Steps steps;
  std::int64_t nan_step;  ///< what a NaN becomes
};

[[nodiscard]] constexpr std::int64_t quantise_value(double x, const Grid& grid) {
  const double y = ((x - grid.center) * grid.first_scale) * grid.second_scale;
  return y != y ? grid.nan_step : nearest_step(y, grid.steps);
}

/// The square of x - center in units of a step, less an offset, where x is moved between bounds
/// first. Both factors are scaled by a power
/// of two, one of them by another, both up or both down: so nothing but what is beyond every step
/// overflows. `scale` twice and `second_scale` multiply to the steps to a unit.
struct SquareGrid {
  double lower_row;
  double upper_row;
  double center;
  double scale;
  double second_scale;
  Steps steps;
  std::int64_t offset;  ///< taken off the steps once they lie within the bounds
};

/// A NaN becomes 0, so that it adds nothing to a sum.
[[nodiscard]] constexpr std::int64_t quantise_square_value(double x, const SquareGrid& grid) {
  // A NaN stays one.
  const double row = x > grid.upper_row ? grid.upper_row : x < grid.lower_row ? grid.lower_row : x;
  const double distance = (row - grid.center) * grid.scale;
  const double y = distance * (distance * grid.second_scale);
  return y != y ? 0 : nearest_step(y, grid.steps) - grid.offset;
}

/// out[i] = quantise_value(in[i], grid), by vector instructions.
/// Precondition (caller): out.size() == in.size(); lower <= upper, both within Steps::limit.
void quantise(std::span<const double> in, const Grid& grid, std::span<std::int64_t> out);

/// out[i] = quantise_square_value(in[i], grid). Precondition as above; and the offset lies within
/// the bounds, and lower_row <= upper_row.
void quantise_square(std::span<const double> in, const SquareGrid& grid,
                     std::span<std::int64_t> out);

}  // namespace scrim::kernels
