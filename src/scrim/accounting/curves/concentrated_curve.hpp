// The curve that follows from a bound on Renyi divergences. Proof: privacy_curves.proof.md
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "scrim/accounting/curves/privacy_curve.hpp"

namespace scrim {

/// At or above the curve of every pair within rho of ZeroConcentratedDivergence but for a mass
/// delta: the least bound over many orders alpha. It does not rise with epsilon, as enclosed.
class ConcentratedCurve final : public PrivacyCurve {
 public:
  /// Precondition (caller): rho >= 0; 0 <= delta <= 1.
  ConcentratedCurve(Rational rho, Rational delta)
      : rho_(std::move(rho)), delta_(std::move(delta)) {}

  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision precision) const override;

 private:
  [[nodiscard]] BigInterval without_mass(const Rational& epsilon, Precision precision) const;

  /// beta ln(beta) - (1 + beta) ln(1 + beta) for the order 1 + beta number j.
  [[nodiscard]] BigInterval factor_of(int j, Precision precision) const;

  Rational rho_;
  Rational delta_;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<Precision, int>, BigInterval> factors_;  // neighbours share most
};

}  // namespace scrim
