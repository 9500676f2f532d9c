// What a noisy selection costs under each privacy measure, and which noise that measure takes.
//
// Proof: selection_measure.proof.md
#pragma once

#include <concepts>
#include <cstddef>

#include "scrim/spaces/measures.hpp"

namespace scrim {

enum class SelectionNoise {
  exponential,  ///< permute-and-flip; for k > 1 it is peeled
  gumbel,       ///< the exponential mechanism; for k > 1 in one shot
};

/// A measure under which selections have a price.
template <class MO>
concept SelectionMeasure = std::same_as<MO, MaxDivergence> || std::same_as<MO, RangeDivergence> ||
                           std::same_as<MO, ZeroConcentratedDivergence>;

template <SelectionMeasure MO>
inline constexpr SelectionNoise selection_noise =
    std::same_as<MO, MaxDivergence> ? SelectionNoise::exponential : SelectionNoise::gumbel;

/// An upper bound on the loss of selecting k, where `range` bounds how far scores can move against
/// each other: with e = range / scale,
///   MaxDivergence               k * e
///   RangeDivergence             (2 k - 1) * e
///   ZeroConcentratedDivergence  k * rho_of_range(e), which is next to k * e^2 / 8 where e is small
/// A scale of 0 costs infinity, unless range is 0.
///
/// Precondition (caller): k > 0; scale and range are at least 0, neither is NaN.
[[nodiscard]] double selection_loss(MaxDivergence, double range, std::size_t k, double scale);
[[nodiscard]] double selection_loss(RangeDivergence, double range, std::size_t k, double scale);
[[nodiscard]] double selection_loss(ZeroConcentratedDivergence, double range, std::size_t k,
                                    double scale);

}  // namespace scrim
