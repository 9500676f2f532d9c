// What releases lose at most, as single numbers. Proof: privacy_profile.proof.md
#pragma once

#include <optional>

#include "scrim/accounting/release.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

/// Bounds on what is lost but for a mass on which nothing is promised.
struct KnownLoss {
  std::optional<Rational> pure = 0;  ///< under MaxDivergence; none if it is not known
  std::optional<Rational> rho = 0;   ///< under ZeroConcentratedDivergence, likewise
  double mass = 0.0;                 ///< beside either; 0 if neither is known
};

/// Of all releases together, between the data that the releases are about.
[[nodiscard]] KnownLoss known_loss(const Releases& releases);

}  // namespace scrim
