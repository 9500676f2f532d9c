// The losses of many releases together. Proof: compose_losses.proof.md
#pragma once

#include <cstdint>
#include <vector>

#include "scrim/accounting/curves/privacy_curve.hpp"
#include "scrim/accounting/loss_profile.hpp"

namespace scrim {

/// Releases that are alike.
struct LossStep {
  CurvePair curves;
  std::uint64_t times;  ///< at least 1
};

/// Whether the same of two neighbouring datasets is the first one of the pair in every release.
enum class Orientation {
  may_differ,  ///< a unit may raise one value and lower another, be added here and removed there
  same_in_each_step  ///< the unit is in the first dataset, and in no release in the second
};

/// A bound on delta(epsilon) of all releases.
class ComposedLosses {
 public:
  explicit ComposedLosses(std::vector<LossProfile> directions)
      : directions_(std::move(directions)) {}

  /// Postcondition: does not rise with epsilon.
  [[nodiscard]] double delta(double epsilon) const;

 private:
  std::vector<LossProfile> directions_;  // one, where it stands for both
};

/// Composes releases so that a delta of 2^-delta_bits or more is told with little slack: grid and
/// masses follow from the steps and from delta_bits alone.
///
/// Slack: less than about 2^-10 of delta for sums of many small losses (`slack_of_delta`).
/// Precondition (caller): delta_bits >= 1.
[[nodiscard]] ComposedLosses compose_losses(const std::vector<LossStep>& steps, int delta_bits,
                                            Orientation orientation = Orientation::may_differ);

}  // namespace scrim
