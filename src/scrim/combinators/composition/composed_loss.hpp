// What releases lose together, under each privacy measure.
//
// Proof: make_composition.proof.md
#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "scrim/accounting/privacy_profile.hpp"
#include "scrim/numbers/sum_up.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/renyi_divergence.hpp"

namespace scrim {

/// The loss of releases, none of which was chosen by looking at another, that lose at most this
/// much each: the sum, exact and then rounded up.
[[nodiscard]] inline double composed_loss(MaxDivergence, std::span<const double> losses) {
  return sum_up(losses);
}
[[nodiscard]] inline double composed_loss(RangeDivergence, std::span<const double> losses) {
  return sum_up(losses);
}
[[nodiscard]] inline double composed_loss(ZeroConcentratedDivergence,
                                          std::span<const double> losses) {
  return sum_up(losses);
}

/// Losses and deltas add up.
template <class M>
[[nodiscard]] LossWithDelta composed_loss(Approximate<M>, std::span<const LossWithDelta> losses) {
  std::vector<double> parts;
  std::vector<double> deltas;
  for (const LossWithDelta& each : losses) {
    parts.push_back(each.loss);
    deltas.push_back(each.delta);
  }
  return {sum_up(parts), sum_up(deltas)};
}
/// At each order.
[[nodiscard]] RenyiLosses composed_loss(const RenyiDivergence& measure,
                                        std::span<const RenyiLosses> losses);

/// The profile of all: sums of losses as distributions, not of single bounds.
[[nodiscard]] PrivacyProfile composed_loss(ProfileDivergence,
                                           std::span<const PrivacyProfile> losses);

/// A measure under which the losses of a fixed list of releases add up to one.
template <class MO>
concept ComposableMeasure =
    Measure<MO> && requires(const MO& measure, std::span<const typename MO::Distance> losses) {
      { composed_loss(measure, losses) } -> std::same_as<typename MO::Distance>;
    };

}  // namespace scrim
