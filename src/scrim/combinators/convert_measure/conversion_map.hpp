// What a loss under one privacy measure is worth under another, as maps.
//
// Proof: make_convert_measure.proof.md
#pragma once

#include <concepts>

#include "scrim/accounting/privacy_profile.hpp"
#include "scrim/core/distance_map.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/renyi_divergence.hpp"

namespace scrim {

/// A public probability, chosen before the release, with which a loss may be exceeded.
struct AtDelta {
  double delta;
};

// Without a choice. What functions of accounting/conversions.hpp say, or, where a loss is exact,
// with a delta of 0. See there for the formulas.

[[nodiscard]] PrivacyMap<double> conversion_map(RangeDivergence, MaxDivergence);
[[nodiscard]] PrivacyMap<double> conversion_map(RangeDivergence, ZeroConcentratedDivergence);
[[nodiscard]] PrivacyMap<double> conversion_map(MaxDivergence, ZeroConcentratedDivergence);

[[nodiscard]] PrivacyMap<double, LossWithDelta> conversion_map(MaxDivergence,
                                                               Approximate<MaxDivergence>);
[[nodiscard]] PrivacyMap<double, LossWithDelta> conversion_map(
    ZeroConcentratedDivergence, Approximate<ZeroConcentratedDivergence>);
/// (epsilon tanh(epsilon / 2), delta).
[[nodiscard]] PrivacyMap<LossWithDelta, LossWithDelta> conversion_map(
    Approximate<MaxDivergence>, Approximate<ZeroConcentratedDivergence>);

[[nodiscard]] PrivacyMap<double, RenyiLosses> conversion_map(MaxDivergence, RenyiDivergence);
/// rho times the order.
[[nodiscard]] PrivacyMap<double, RenyiLosses> conversion_map(ZeroConcentratedDivergence,
                                                             RenyiDivergence);

// Into profiles: that of the worst release that loses so much. A loss beyond 2^20, or a delta
// beyond 1, promises nothing.

[[nodiscard]] PrivacyMap<double, PrivacyProfile> conversion_map(MaxDivergence, ProfileDivergence);
[[nodiscard]] PrivacyMap<double, PrivacyProfile> conversion_map(RangeDivergence, ProfileDivergence);
[[nodiscard]] PrivacyMap<double, PrivacyProfile> conversion_map(ZeroConcentratedDivergence,
                                                                ProfileDivergence);
[[nodiscard]] PrivacyMap<LossWithDelta, PrivacyProfile> conversion_map(Approximate<MaxDivergence>,
                                                                       ProfileDivergence);
[[nodiscard]] PrivacyMap<LossWithDelta, PrivacyProfile> conversion_map(
    Approximate<ZeroConcentratedDivergence>, ProfileDivergence);

// At a delta: the epsilon that is not exceeded but with this probability. No loss is (0, 0).
//
// Precondition (checked): 0 < delta < 1.

[[nodiscard]] PrivacyMap<double, LossWithDelta> conversion_map(ZeroConcentratedDivergence,
                                                               Approximate<MaxDivergence>,
                                                               AtDelta at);
/// The delta is that of the result, and includes what the measurement itself may exceed; if that is
/// as much, epsilon is infinite.
[[nodiscard]] PrivacyMap<LossWithDelta, LossWithDelta> conversion_map(
    Approximate<ZeroConcentratedDivergence>, Approximate<MaxDivergence>, AtDelta at);
[[nodiscard]] PrivacyMap<RenyiLosses, LossWithDelta> conversion_map(const RenyiDivergence& measure,
                                                                    Approximate<MaxDivergence>,
                                                                    AtDelta at);
[[nodiscard]] PrivacyMap<PrivacyProfile, LossWithDelta> conversion_map(ProfileDivergence,
                                                                       Approximate<MaxDivergence>,
                                                                       AtDelta at);

/// Measures of which one is worth something under the other; with `At...`, at a delta.
template <class From, class To, class... At>
concept ConvertsInto = requires(const From& from, const To& to, const At&... at) {
  {
    conversion_map(from, to, at...)
  } -> std::same_as<PrivacyMap<typename From::Distance, typename To::Distance>>;
};

}  // namespace scrim
