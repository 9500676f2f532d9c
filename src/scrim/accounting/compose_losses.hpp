// The losses of many releases together. Proof: compose_losses.proof.md
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "scrim/accounting/curves/privacy_curve.hpp"
#include "scrim/accounting/loss_profile.hpp"

namespace scrim {

/// Releases that are alike. The same of two neighbouring datasets is the first one of the pair in
/// all steps; one in which it may be the other has curves that were `symmetrised`.
struct LossStep {
  CurvePair curves;
  std::uint64_t times;  ///< at least 1
};

/// Bounds on delta(epsilon) of all releases.
class ComposedLosses {
 public:
  /// Those of (P, Q), and of (Q, P) where that is another.
  explicit ComposedLosses(LossProfile forward, std::optional<LossProfile> backward = std::nullopt)
      : forward_(std::move(forward)), backward_(std::move(backward)) {}

  [[nodiscard]] bool is_symmetric() const noexcept { return !backward_; }
  [[nodiscard]] const LossProfile& forward() const noexcept { return forward_; }
  [[nodiscard]] const LossProfile& backward() const noexcept {
    return backward_ ? *backward_ : forward_;
  }

  /// In either direction. Postcondition: does not rise with epsilon.
  [[nodiscard]] double delta(double epsilon) const;

 private:
  LossProfile forward_;
  std::optional<LossProfile> backward_;
};

/// What all grids together may add to delta, as a part of it; about.
inline constexpr double slack_of_delta = 0x1p-10;

/// Composes releases so that a delta of 2^-delta_bits or more is told with little slack: grid and
/// masses follow from the arguments alone.
///
/// Slack: less than about this part of delta for sums of many small losses. With more of it grids
/// are coarser, and the answers, which are bounds nonetheless, come sooner.
/// Precondition (caller): delta_bits >= 1; 0 < slack < 1.
[[nodiscard]] ComposedLosses compose_losses(const std::vector<LossStep>& steps, int delta_bits,
                                            double slack = slack_of_delta);

}  // namespace scrim
