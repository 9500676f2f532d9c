// The curve of all whose loss varies by at most epsilon. Proof: privacy_curves.proof.md
#pragma once

#include "scrim/accounting/curves/privacy_curve.hpp"

namespace scrim {

/// The largest delta of any pair under RangeDivergence, at each epsilon of its own.
class RangeCurve final : public PrivacyCurve {
 public:
  /// Precondition (caller): epsilon > 0.
  explicit RangeCurve(Rational epsilon) : epsilon_(std::move(epsilon)) {}

  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision precision) const override;

 private:
  Rational epsilon_;
};

}  // namespace scrim
