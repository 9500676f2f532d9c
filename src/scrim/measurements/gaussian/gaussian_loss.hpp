// What discrete Gaussian noise costs. Proof: make_gaussian.proof.md
#pragma once

#include <concepts>

#include "scrim/spaces/measures.hpp"

namespace scrim {

/// A measure under which Gaussian noise has a price.
template <class MO>
concept GaussianMeasure = std::same_as<MO, ZeroConcentratedDivergence>;

/// d^2 / (2 scale^2), rounded up once. A scale of 0 costs infinity, unless d is 0.
///
/// Precondition (caller): d and scale are at least 0, neither is NaN; scale is finite.
[[nodiscard]] double gaussian_loss(ZeroConcentratedDivergence, double d, double scale);

}  // namespace scrim
