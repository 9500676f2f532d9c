// The accumulator behind quantiles of floats on a grid: the points nearest to all rows.
#pragma once

#include <cstdint>
#include <span>

#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/kernels/quantise.hpp"
#include "scrim/measurements/grid_quantile/row_values.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

/// Keeps the numbers of steps of 2^exponent that are nearest to rows. What lies beyond the bounds
/// is counted as such, not moved to them. NaN, which no domain here contains, is left out: with
/// make_quantise before it, it would be a row of 0.
class FloatRowValues {
 public:
  /// Precondition (caller): the exponent and the bounds are those of a grid (checked_grid).
  FloatRowValues(int exponent, Bounds<std::int64_t> bounds);

  void update(std::span<const double> rows);
  void merge(const FloatRowValues& other) { values_.merge(other.values_); }

  [[nodiscard]] Identity identity() const;
  void save(StateWriter& writer) const { values_.save(writer); }
  void load(StateReader& reader) { values_.load(reader); }

  [[nodiscard]] const RowValues& values() const noexcept { return values_; }

 private:
  int exponent_;
  Bounds<std::int64_t> bounds_;
  kernels::Grid grid_;
  RowValues values_;
};

}  // namespace scrim
