// What is lost where a release sees a sample of the rows only, rounded to the safe side.
//
// Proof: amplification.proof.md
#pragma once

#include <cstdint>

#include "scrim/numbers/exact_probability.hpp"
#include "scrim/spaces/approximate.hpp"

namespace scrim {

// Losses are at least 0 and may be infinite; deltas are at least 0, and from 1 on they promise
// nothing. Precondition (checked, all): none is negative or NaN.

/// ln(1 + rate (exp(epsilon) - 1)), rounded up, and at most epsilon: what a release loses between
/// neighbours if it loses epsilon between those samples of them that differ, and they do with
/// probability `rate`. Both samples by independent tosses and of a fixed size: the proof says of
/// which neighbours.
[[nodiscard]] double amplified_loss(double epsilon, const ExactProbability& rate);

/// The same with a delta, which becomes rate * delta.
[[nodiscard]] LossWithDelta amplified_loss(const LossWithDelta& loss, const ExactProbability& rate);

/// What is lost between data that are `steps` neighbours apart, if this much is between neighbours:
/// steps * epsilon.
[[nodiscard]] double loss_of_steps(double epsilon, std::uint32_t steps);

/// (steps * epsilon, delta * (1 + exp(epsilon) + ... + exp((steps - 1) epsilon))), the delta at
/// most 1.
[[nodiscard]] LossWithDelta loss_of_steps(const LossWithDelta& loss, std::uint32_t steps);

}  // namespace scrim
