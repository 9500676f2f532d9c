// Rows of doubles become steps of a public grid.
//
// Proof: make_quantise.proof.md
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/kernels/quantise.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/bounds.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/quantise/grid_steps.hpp"
#include "scrim/transformations/row_by_row/make_row_by_row.hpp"

namespace scrim {

/// Makes the transformation that replaces every row x by the integer closest to
/// (x - center) / 2^exponent (the even one of two), moved into bounds: so sums of doubles become
/// sums of integers, which are exact. x - center is rounded to a double; without a center, nothing
/// is. A NaN is taken for the center, and so adds nothing to a sum where 0 lies within the bounds,
/// unless it is said what it becomes. from_grid turns steps back into a double.
///
/// The grid is public: exponent, bounds and options must not come from the data. A finer grid
/// rounds less and has larger terms; the sum of all rows should stay below 2^63 steps. As a rule, a
/// step of 2^-20 to 2^-40 of the scale of the noise is fine enough.
///
/// Precondition (compiler): M is a DatasetMetric on vectors of doubles.
/// Precondition (checked):  |exponent| <= 2044; lower <= upper, both below 2^62 in absolute value,
///   as is what a NaN becomes; the center is finite.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: one pass; faster for bounds within 2^51.
template <DatasetMetric M>
[[nodiscard]] auto make_quantise(VectorDomain<AtomDomain<double>> input_domain, M input_metric,
                                 int exponent, Bounds<std::int64_t> bounds,
                                 const QuantiseOptions& options = {})
    -> Transformation<VectorDomain<AtomDomain<double>>, M, VectorDomain<AtomDomain<std::int64_t>>,
                      M> {
  // 1. Refuse what the proof does not cover.
  const kernels::Grid grid = checked_grid(exponent, bounds, options, "make_quantise");

  // 2. Say what comes out: as many integers, within the bounds or what a NaN becomes.
  auto output_domain = input_domain.with_element(atom_domain(bounds_with_nan(grid)));

  // 3. Row by row, hence 1-stable under every dataset metric.
  Identity identity("quantise");
  identity.add(exponent).add(bounds.lower).add(bounds.upper).add(grid.center).add(grid.nan_step);
  return make_row_by_row(
      std::move(input_domain), std::move(input_metric), std::move(output_domain),
      [grid](std::span<const double> in, std::span<std::int64_t> out) {
        kernels::quantise(in, grid, out);
      },
      std::move(identity));
}

/// `space >> then_quantise(-10, {0, 100 << 10}) >> then_sum()`: rows from 0 to 100, by 1/1024.
/// `then_quantise(-10, {-50 << 10, 50 << 10}, {.center = 50.0})`: their distances from 50.
[[nodiscard]] inline auto then_quantise(int exponent, Bounds<std::int64_t> bounds,
                                        const QuantiseOptions& options = {}) {
  return Partial{[exponent, bounds, options](const auto& input_domain, const auto& input_metric) {
    return make_quantise(input_domain, input_metric, exponent, bounds, options);
  }};
}

}  // namespace scrim
