// All points of a grid as candidates, without listing them: stretches of points with one score.
#pragma once

#include <cstdint>
#include <vector>

#include "scrim/measurements/grid_quantile/row_values.hpp"
#include "scrim/numbers/fraction.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

/// So many integers, from `first` on, that have the same rows on either side of them.
struct GridRun {
  std::int64_t first;
  std::uint64_t size;
  std::uint64_t score;  ///< spans ties; the least is best
};

/// Every integer within bounds, in increasing order: those that are values of rows by themselves,
/// and the gaps between them.
///
/// Precondition (caller): there are fewer than 2^64 integers within the bounds; the values were
///   gathered within them.
[[nodiscard]] std::vector<GridRun> grid_runs(const RowValues& values, Bounds<std::int64_t> bounds,
                                             Fraction alpha);

}  // namespace scrim
