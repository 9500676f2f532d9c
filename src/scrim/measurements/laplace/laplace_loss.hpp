// What discrete Laplace noise costs under each privacy measure. Proof: make_laplace.proof.md
#pragma once

#include <concepts>

#include "scrim/accounting/privacy_profile.hpp"
#include "scrim/spaces/measures.hpp"

namespace scrim {

/// A measure under which Laplace noise has a price.
template <class MO>
concept LaplaceMeasure =
    std::same_as<MO, MaxDivergence> || std::same_as<MO, ZeroConcentratedDivergence> ||
    std::same_as<MO, ProfileDivergence>;

/// An upper bound on the loss of adding noise of this scale to values at distance d:
///   MaxDivergence               d / scale
///   ZeroConcentratedDivergence  rho_of_laplace(d, scale)
///   ProfileDivergence           the exact profile at the whole part of d
/// A scale of 0 costs infinity, unless d is 0.
///
/// Precondition (caller): d and scale are at least 0, neither is NaN.
[[nodiscard]] double laplace_loss(MaxDivergence, double d, double scale);
[[nodiscard]] double laplace_loss(ZeroConcentratedDivergence, double d, double scale);
[[nodiscard]] PrivacyProfile laplace_loss(ProfileDivergence, double d, double scale);

}  // namespace scrim
