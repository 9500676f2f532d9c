// How likely a group that only one of two neighbours has is released, and the threshold that makes
// it as unlikely as one wants. Proof: threshold_delta.proof.md
#pragma once

#include <cstdint>

#include "scrim/spaces/keyed_distance.hpp"

namespace scrim {

// Keyed counts are released under noise, those of at least `threshold`. Two that are d-close differ
// in up to d.groups() keys that only one of them has. Z is discrete Laplace or discrete Gaussian
// noise of this scale (noise_tails.hpp).
//
// Precondition (checked, all four): scale is finite and not negative (-0.0 included), of a Gaussian
// at most 2^52; threshold is at least 1; 0 < delta < 1.
// Postcondition: throws an error that depends on the arguments only, or returns what is said.

/// The probability that any of these keys is released, at the worst way to spread d over them, the
/// largest 1 - prod_i (1 - P[Z >= threshold - r_i]), rounded up. From 1 on where the threshold is
/// not above d.in_each(): one unit then reaches it alone.
[[nodiscard]] double laplace_threshold_delta(const KeyedChange& d, double scale,
                                             std::uint64_t threshold);
[[nodiscard]] double gaussian_threshold_delta(const KeyedChange& d, double scale,
                                              std::uint64_t threshold);

/// A threshold at which that probability is at most delta, while it is more at the next smaller one
/// (or that is not above d.in_each()). Throws overflow if it does not fit.
[[nodiscard]] std::uint64_t least_laplace_threshold(const KeyedChange& d, double scale,
                                                    double delta);
[[nodiscard]] std::uint64_t least_gaussian_threshold(const KeyedChange& d, double scale,
                                                     double delta);

}  // namespace scrim
