// How likely a key is told that only one of two neighbours has, where keys are told by what persons
// weigh in them, and the threshold that makes it as unlikely as one wants.
// Proof: weight_threshold.proof.md
#pragma once

#include <cstdint>

#include "scrim/spaces/person_weight_distance.hpp"

namespace scrim {

// Keys are told whose weight, under discrete Gaussian noise Z of this scale, is at least
// `threshold`. Two neighbours differ by `persons` persons, who come or go: w(t) is what one in t
// keys weighs in each, weight_in_each(metric.weight, t).
//
// Precondition (checked, all three): check_person_weight accepts the metric; scale is finite, not
// negative (-0.0 included) and at most 2^52; threshold is at least 1; 0 < delta < 1.
// Postcondition: throws an error that depends on the arguments only, or returns what is said.

/// The probability that any key of these persons alone is told, whatever keys they are in, rounded
/// up: the larger of 1 - (1 - P[Z >= threshold - w(t)])^(persons t), if no two of them share a key,
/// and 1 - (1 - P[Z >= threshold - persons w(t)])^t, if all share theirs, for the worst t from 1 to
/// metric.groups. From 1 on where the threshold is not above persons * metric.weight: they then
/// reach it alone.
[[nodiscard]] double weight_threshold_delta(const PersonWeightDistance& metric,
                                            std::uint32_t persons, double scale,
                                            std::uint64_t threshold);

/// A threshold at which that probability is at most delta, while it is more at the next smaller one
/// (or that is not above persons * metric.weight). Throws overflow if it does not fit.
[[nodiscard]] std::uint64_t least_weight_threshold(const PersonWeightDistance& metric,
                                                   std::uint32_t persons, double scale,
                                                   double delta);

/// (persons * metric.weight)^2 / (2 scale^2), rounded up: what noise on shared keys loses. At scale
/// 0 it is infinite, unless nobody comes or goes.
[[nodiscard]] double weight_threshold_loss(const PersonWeightDistance& metric,
                                           std::uint32_t persons, double scale);

}  // namespace scrim
