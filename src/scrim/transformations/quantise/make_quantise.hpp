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

/// Makes the transformation that replaces every row x by the integer closest to x / 2^exponent (the
/// even one of two), moved into bounds: so sums of doubles become sums of integers, which are
/// exact. A NaN is taken for 0. from_grid turns steps back into a double.
///
/// The grid is public: exponent and bounds must not come from the data. A finer grid rounds less
/// and has larger terms; the sum of all rows should stay below 2^63 steps. As a rule, a step of
/// 2^-20 to 2^-40 of the scale of the noise is fine enough.
///
/// Precondition (compiler): M is a DatasetMetric on vectors of doubles.
/// Precondition (checked):  |exponent| <= 1022; lower <= upper, both below 2^62 in absolute value.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: one pass; faster for bounds within 2^51.
template <DatasetMetric M>
[[nodiscard]] auto make_quantise(VectorDomain<AtomDomain<double>> input_domain, M input_metric,
                                 int exponent, Bounds<std::int64_t> bounds)
    -> Transformation<VectorDomain<AtomDomain<double>>, M, VectorDomain<AtomDomain<std::int64_t>>,
                      M> {
  // 1. Refuse what the proof does not cover.
  const kernels::Grid grid = checked_grid(exponent, bounds, "make_quantise");

  // 2. Say what comes out: as many integers, within the bounds.
  auto output_domain = input_domain.with_element(atom_domain(bounds));

  // 3. Row by row, hence 1-stable under every dataset metric.
  return make_row_by_row(
      std::move(input_domain), std::move(input_metric), std::move(output_domain),
      [grid](std::span<const double> in, std::span<std::int64_t> out) {
        kernels::quantise(in, grid, out);
      },
      Identity("quantise").add(exponent).add(bounds.lower).add(bounds.upper));
}

/// `space >> then_quantise(-10, {0, 100 << 10}) >> then_sum()`: rows from 0 to 100, by 1/1024.
[[nodiscard]] inline auto then_quantise(int exponent, Bounds<std::int64_t> bounds) {
  return Partial{[exponent, bounds](const auto& input_domain, const auto& input_metric) {
    return make_quantise(input_domain, input_metric, exponent, bounds);
  }};
}

}  // namespace scrim
