// What discrete Gaussian noise costs. Proof: make_gaussian.proof.md
#pragma once

#include <concepts>

#include "scrim/accounting/privacy_profile.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/value_metrics.hpp"

namespace scrim {

/// A measure under which Gaussian noise has a price.
template <class MO>
concept GaussianMeasure =
    std::same_as<MO, ZeroConcentratedDivergence> || std::same_as<MO, ProfileDivergence>;

/// That of a number which moves by the whole part of d, and that of rho.
[[nodiscard]] PrivacyProfile gaussian_profile(double d, double scale);
[[nodiscard]] PrivacyProfile gaussian_profile_of_norm(double d, double scale);

/// d^2 / (2 scale^2), rounded up once. A scale of 0 costs infinity, unless d is 0.
///
/// Precondition (caller): d and scale are at least 0, neither is NaN; scale is finite.
[[nodiscard]] double gaussian_loss(ZeroConcentratedDivergence, double d, double scale);
template <class M>
[[nodiscard]] double gaussian_loss(ZeroConcentratedDivergence measure, const M&, double d,
                                   double scale) {
  return gaussian_loss(measure, d, scale);
}

/// Of a number: the exact profile at the whole part of d.
template <Number Q>
[[nodiscard]] PrivacyProfile gaussian_loss(ProfileDivergence, const AbsoluteDistance<Q>&, double d,
                                           double scale) {
  return gaussian_profile(d, scale);
}
/// Of a vector: what follows from rho, since a norm of the shift alone does not decide the profile.
template <Number Q>
[[nodiscard]] PrivacyProfile gaussian_loss(ProfileDivergence, const LpDistance<2, Q>&, double d,
                                           double scale) {
  return gaussian_profile_of_norm(d, scale);
}

}  // namespace scrim
