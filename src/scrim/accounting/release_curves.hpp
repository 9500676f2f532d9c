// The curves of releases. Proof: privacy_profile.proof.md
#pragma once

#include <vector>

#include "scrim/accounting/compose_losses.hpp"
#include "scrim/accounting/curves/privacy_curve.hpp"
#include "scrim/accounting/release.hpp"

namespace scrim {

/// The curves of one release, P with the row that is added and Q without it. Where it is made from
/// several others, those are composed so that a delta of 2^-delta_bits is told with little slack.
[[nodiscard]] CurvePair curves_of(const Release& release, int delta_bits);

/// Whether these curves may rise with epsilon: those of steps do, on whose parts of epsilon several
/// bounds rest. Composed, by compose_losses, none does.
[[nodiscard]] bool has_rising_curves(const Release& release);

/// What compose_losses takes for all releases: those known by rho alone are one step.
[[nodiscard]] std::vector<LossStep> steps_of(const Releases& releases, int delta_bits);

}  // namespace scrim
