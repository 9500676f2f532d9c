// All points of a grid as candidates, without listing them: stretches of points with one score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/measurements/grid_quantile/row_values.hpp"
#include "scrim/numbers/fraction.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

/// So many integers, from `first` on, none of which has a better score than this.
struct GridRun {
  std::int64_t first;
  std::uint64_t size;
  std::uint64_t score;  ///< spans ties; the least is best
};

/// The scores of every integer within bounds.
class GridScores {
 public:
  /// Precondition (caller): there are fewer than 2^64 integers within the bounds; the values were
  ///   gathered within them.
  GridScores(const RowValues& values, Bounds<std::int64_t> bounds, Fraction alpha);

  /// Every integer within bounds, in increasing order: those that are values of rows by themselves,
  /// and the gaps between them. All integers of such a run have its score.
  ///
  /// That holds for so many values on either side of the wanted rank. What lies beyond is one run
  /// on each side, whose integers have its score or a worse one.
  ///
  /// Precondition (caller): values > 0.
  [[nodiscard]] std::vector<GridRun> runs_around(std::size_t values) const;

  [[nodiscard]] std::uint64_t score_of(std::int64_t point) const;

 private:
  /// The score of points with so many values before them and up to them.
  [[nodiscard]] std::uint64_t score_between(std::size_t before, std::size_t up_to) const;
  /// Whether too few rows lie below a point that has so many values before it.
  [[nodiscard]] bool is_below_the_wanted_rank(std::size_t cut) const;
  /// The first number of values for which that is not so; all of them if there is none.
  [[nodiscard]] std::size_t cut_at_the_wanted_rank() const;

  std::vector<std::int64_t> sorted_;
  std::uint64_t below_;
  std::uint64_t above_;
  Bounds<std::int64_t> bounds_;
  Fraction alpha_;
};

}  // namespace scrim
