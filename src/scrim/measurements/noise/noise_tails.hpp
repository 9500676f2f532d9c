// How far noise goes, and how often: what accuracy is stated by. Proof: noise_tails.proof.md
#pragma once

#include <cstdint>

namespace scrim {

// Z is discrete Laplace noise of this scale, P[Z = z] proportional to exp(-|z| / scale), or
// discrete Gaussian noise, P[Z = z] proportional to exp(-z^2 / (2 scale^2)). At scale 0 it is 0.
//
// Precondition (checked, all five): scale is finite and not negative (-0.0 included); 0 <=
// confidence < 1.
// Postcondition: throws an error that depends on the arguments only, or returns what is said.

/// P[|Z| > distance], rounded up.
[[nodiscard]] double laplace_tail(double scale, std::uint64_t distance);

/// The least distance within which Z stays with at least this confidence, P[|Z| <= distance] >=
/// confidence. Throws overflow if it does not fit.
[[nodiscard]] std::uint64_t laplace_radius(double scale, double confidence);

/// P[|Z| > distance], rounded up; an upper bound for tails below 2^-184.
/// Cost: up to scale 1024, some forty products for each unit of it; beyond, a millisecond.
[[nodiscard]] double gaussian_tail(double scale, std::uint64_t distance);

/// What P[|Z| > distance] is at most, by the integral of the normal law: for scales from 10 on
/// at most P[|Z| > distance - 1]. It costs the same at every scale, some ten microseconds.
[[nodiscard]] double gaussian_tail_bound(double scale, std::uint64_t distance);

/// A distance within which Z stays with at least this confidence. Up to scale 1024 it is the least
/// one, beyond it at most two more. Throws overflow if it does not fit.
[[nodiscard]] std::uint64_t gaussian_radius(double scale, double confidence);

}  // namespace scrim
