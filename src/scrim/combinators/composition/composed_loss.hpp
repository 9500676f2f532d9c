// What two releases lose together, under each privacy measure.
//
// Proof: make_composition.proof.md
#pragma once

#include <concepts>

#include "scrim/numbers/directed.hpp"
#include "scrim/spaces/measures.hpp"

namespace scrim {

/// The loss of two releases, neither of which was chosen by looking at the other, that lose at most
/// `a` and at most `b`: their sum, rounded up.
[[nodiscard]] inline double composed_loss(MaxDivergence, double a, double b) {
  return add_up(a, b);
}
[[nodiscard]] inline double composed_loss(RangeDivergence, double a, double b) {
  return add_up(a, b);
}
[[nodiscard]] inline double composed_loss(ZeroConcentratedDivergence, double a, double b) {
  return add_up(a, b);
}

/// A measure under which the losses of a fixed list of releases add up to one.
template <class MO>
concept ComposableMeasure =
    Measure<MO> && requires(const MO& measure, const typename MO::Distance& loss) {
      { composed_loss(measure, loss, loss) } -> std::same_as<typename MO::Distance>;
    };

}  // namespace scrim
