#include "scrim/measurements/grid_quantile/float_row_values.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "scrim/kernels/block_rows.hpp"
#include "scrim/transformations/quantise/grid_steps.hpp"

namespace scrim {

namespace {

/// The grid with one more step on each side, for the rows that lie beyond the bounds. Its values
/// are released, so a step is a double.
kernels::Grid widened_grid(int exponent, Bounds<std::int64_t> bounds) {
  check_step_exponent(exponent, largest_grid_exponent, "make_grid_quantile");
  kernels::Grid grid = checked_grid(exponent, bounds, {}, "make_grid_quantile");
  --grid.steps.lower;
  ++grid.steps.upper;
  return grid;
}

}  // namespace

FloatRowValues::FloatRowValues(int exponent, Bounds<std::int64_t> bounds)
    : exponent_(exponent),
      bounds_(bounds),
      grid_(widened_grid(exponent, bounds)),
      values_(bounds) {}

void FloatRowValues::update(std::span<const double> rows) {
  std::array<double, block_rows> numbers;
  std::array<std::int64_t, block_rows> steps;
  while (!rows.empty()) {
    const auto block = rows.first(std::min(rows.size(), numbers.size()));
    std::size_t count = 0;
    for (const double row : block) {
      numbers[count] = row;
      count += row == row ? 1 : 0;
    }
    kernels::quantise(std::span(numbers).first(count), grid_, std::span(steps).first(count));
    values_.update(std::span<const std::int64_t>(steps).first(count));
    rows = rows.subspan(block.size());
  }
}

Identity FloatRowValues::identity() const {
  Identity identity("float_row_values 1");
  identity.add(exponent_).add(bounds_.lower).add(bounds_.upper);
  return identity;
}

}  // namespace scrim
