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

/// The integer closest to y (the even one of two), moved into the bounds. A NaN is taken for 0, so
/// that it adds nothing to a sum where that lies within the bounds.
[[nodiscard]] constexpr std::int64_t nearest_step(double y, const Steps& steps) {
  constexpr auto limit = static_cast<double>(Steps::limit);
  if (y != y) y = 0;
  if (y < -limit) return steps.lower;
  if (y > limit) return steps.upper;
  return clamp_value(static_cast<std::int64_t>(round_to_even(y)), steps.lower, steps.upper);
}

/// x in units of a step.
struct Grid {
  double steps_per_unit;  ///< a power of two
  Steps steps;
};

[[nodiscard]] constexpr std::int64_t quantise_value(double x, const Grid& grid) {
  return nearest_step(x * grid.steps_per_unit, grid.steps);
}

/// The square of x - center in units of a step. Each factor is scaled, by powers of two whose
/// product is the steps to a unit: so nothing but what is beyond every step overflows.
struct SquareGrid {
  double center;
  double first_scale;
  double second_scale;
  Steps steps;
};

[[nodiscard]] constexpr std::int64_t quantise_square_value(double x, const SquareGrid& grid) {
  const double distance = x - grid.center;
  return nearest_step((distance * grid.first_scale) * (distance * grid.second_scale), grid.steps);
}

/// out[i] = quantise_value(in[i], grid), by vector instructions.
/// Precondition (caller): out.size() == in.size(); lower <= upper, both within Steps::limit.
void quantise(std::span<const double> in, const Grid& grid, std::span<std::int64_t> out);

/// out[i] = quantise_square_value(in[i], grid). Precondition as above.
void quantise_square(std::span<const double> in, const SquareGrid& grid,
                     std::span<std::int64_t> out);

}  // namespace scrim::kernels
