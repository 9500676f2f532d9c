#include "scrim/measurements/grid_quantile/make_grid_quantile.hpp"

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/grid_quantile/choose_point.hpp"
#include "scrim/measurements/grid_quantile/grid_runs.hpp"
#include "scrim/numbers/integers.hpp"

namespace scrim {

void check_grid(Bounds<std::int64_t> bounds) {
  check_bounds(bounds, "make_grid_quantile");
  constexpr std::uint64_t all_but_one = std::numeric_limits<std::uint64_t>::max() - 1;
  if (absolute_difference(bounds.upper, bounds.lower) <= all_but_one) return;
  fail(ErrorKind::invalid_argument,
       "make_grid_quantile: the bounds are " + describe_value(bounds.lower) + " and " +
           describe_value(bounds.upper) + ", all of int64; give narrower ones");
}

namespace {

/// How many rows away from the wanted rank noise hardly ever reaches: e^-128 of all points of any
/// grid is next to nothing.
std::size_t rows_in_reach(Fraction alpha, double score_scale) {
  constexpr double scales = 128.0;
  constexpr double most = 0x1p60;
  const double rows = scales * score_scale / static_cast<double>(alpha.den);
  return rows < most ? static_cast<std::size_t>(rows) + 2 : std::size_t{1} << 60;
}

}  // namespace

std::int64_t choose_on_grid(const RowValues& values, Bounds<std::int64_t> bounds, Fraction alpha,
                            double score_scale) {
  return choose_point(GridScores(values, bounds, alpha), rows_in_reach(alpha, score_scale),
                      score_scale);
}

}  // namespace scrim
