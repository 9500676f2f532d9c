// One point of a grid, by the exponential mechanism.
//
// Proof: make_grid_quantile.proof.md
#pragma once

#include <cstddef>
#include <cstdint>

#include "scrim/measurements/grid_quantile/grid_runs.hpp"

namespace scrim {

/// A point with probability proportional to exp(-score / score_scale); without noise the first of
/// the best. With randomness of the calling thread.
///
/// Points within reach of the wanted rank, by so many values, are chosen with their own
/// probability. For those beyond, more than that is set aside, and given back by choosing anew: how
/// far the reach is changes the time, and not the law.
///
/// Precondition (caller): reach > 0; score_scale is finite and not negative.
[[nodiscard]] std::int64_t choose_point(const GridScores& scores, std::size_t reach,
                                        double score_scale);

}  // namespace scrim
