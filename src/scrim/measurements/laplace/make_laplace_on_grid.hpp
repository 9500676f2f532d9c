// Doubles under discrete Laplace noise, on a grid.
//
// Proof: make_laplace_on_grid.proof.md
#pragma once

#include <utility>

#include "scrim/core/chain.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/measurements/noise/grid_noise.hpp"
#include "scrim/transformations/round_to_grid/make_round_to_grid.hpp"

namespace scrim {

/// Makes the measurement that rounds a double, or each double of a vector of known size, to a
/// public grid and adds discrete Laplace noise there. No bit of the release depends on what
/// rounding did but through the grid.
///
/// Precondition (compiler): D and M are doubles with AbsoluteDistance, or vectors of doubles with
///   LpDistance<1>; MO is a LaplaceMeasure.
/// Precondition (checked):  values are never NaN; the size of a vector is known; those of
///   checked_grid_noise.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement. A distance is charged as steps_apart says: rounded up to whole steps.
template <class D, class M, LaplaceMeasure MO>
  requires GridSpace<D, M, 1>
[[nodiscard]] auto make_laplace(D input_domain, M input_metric, MO output_measure,
                                const NoiseOptions& options)
    -> Measurement<D, M, MO, typename D::Carrier> {
  const GridNoise noise = checked_grid_noise("make_laplace", options);
  return make_round_to_grid(std::move(input_domain), std::move(input_metric), noise.exponent) >>
         then_laplace(std::move(output_measure), noise.steps) >> FromGrid{noise.exponent};
}

}  // namespace scrim
