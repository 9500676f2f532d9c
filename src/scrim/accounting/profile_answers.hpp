// What a profile answers, computed when it is asked for. Proof: privacy_profile.proof.md
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "scrim/accounting/compose_losses.hpp"
#include "scrim/accounting/curves/concentrated_curve.hpp"
#include "scrim/accounting/curves/privacy_curve.hpp"
#include "scrim/accounting/known_loss.hpp"
#include "scrim/accounting/release.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

/// What follows from some releases.
class ProfileAnswers {
 public:
  explicit ProfileAnswers(const Releases& releases);

  [[nodiscard]] const KnownLoss& known() const noexcept { return known_; }
  /// See PrivacyProfile.
  [[nodiscard]] double delta(double epsilon) { return delta(epsilon, std::nullopt); }
  [[nodiscard]] double epsilon(double delta);

 private:
  /// A bound on delta; where it is known to be at most `enough`, some bound that is.
  [[nodiscard]] double delta(double epsilon, std::optional<double> enough);
  /// Of one release that is told as it is.
  [[nodiscard]] double delta_of_only_one(const Rational& epsilon) const;
  [[nodiscard]] const ComposedLosses& tier(std::size_t number);

  Releases releases_;
  KnownLoss known_;
  std::unique_ptr<ConcentratedCurve> by_rho_;  // none if rho is not known
  std::optional<CurvePair> only_one_;          // of one release, not repeated, that do not rise
  bool is_concentrated_only_;
  std::vector<ComposedLosses> tiers_;
};

}  // namespace scrim
