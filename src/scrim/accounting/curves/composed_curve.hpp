// The curves of releases that were composed. Proof: privacy_curves.proof.md
#pragma once

#include "scrim/accounting/compose_losses.hpp"
#include "scrim/accounting/curves/privacy_curve.hpp"

namespace scrim {

/// What the distributions of losses say, in both directions.
[[nodiscard]] CurvePair composed_curves(ComposedLosses losses);

}  // namespace scrim
