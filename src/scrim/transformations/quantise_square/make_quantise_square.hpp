// Squares of distances from a public center become steps of a public grid.
//
// Proof: make_quantise_square.proof.md
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
/// (x - center)^2 / 2^exponent, from 0 to `upper`, less the offset: what a variance is made of.
/// With the middle of the range of rows as center, terms are a quarter of what squares of rows
/// would be; with half of `upper` as offset, half of that. x - center and its square are rounded to
/// doubles. A NaN becomes 0, whatever the offset. from_grid turns steps back into a double.
///
/// Precondition (compiler): M is a DatasetMetric on vectors of doubles.
/// Precondition (checked):  the center is finite; |exponent| <= 3066; 0 <= upper < 2^62;
///   0 <= offset <= upper; the bounds of rows are in order, and not NaN.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: one pass; faster for `upper` within 2^51.
template <DatasetMetric M>
[[nodiscard]] auto make_quantise_square(VectorDomain<AtomDomain<double>> input_domain,
                                        M input_metric, const SquareSteps& steps)
    -> Transformation<VectorDomain<AtomDomain<double>>, M, VectorDomain<AtomDomain<std::int64_t>>,
                      M> {
  // 1. Refuse what the proof does not cover.
  const kernels::SquareGrid grid = checked_square_grid(steps, "make_quantise_square");

  // 2. Say what comes out: as many integers, within the bounds less the offset.
  const Bounds<std::int64_t> bounds{-steps.offset, steps.upper - steps.offset};
  auto output_domain = input_domain.with_element(atom_domain(bounds));

  // 3. Row by row, hence 1-stable under every dataset metric.
  Identity identity("quantise_square");
  identity.add(steps.center).add(steps.exponent).add(steps.upper).add(steps.offset);
  identity.add(steps.rows.lower).add(steps.rows.upper);
  return make_row_by_row(
      std::move(input_domain), std::move(input_metric), std::move(output_domain),
      [grid](std::span<const double> in, std::span<std::int64_t> out) {
        kernels::quantise_square(in, grid, out);
      },
      std::move(identity));
}

/// `space >> then_quantise_square({.center = 50.0, .exponent = -4, .upper = 2500 << 4}) >>
/// then_sum()`.
[[nodiscard]] inline auto then_quantise_square(const SquareSteps& steps) {
  return Partial{[steps](const auto& input_domain, const auto& input_metric) {
    return make_quantise_square(input_domain, input_metric, steps);
  }};
}

}  // namespace scrim
