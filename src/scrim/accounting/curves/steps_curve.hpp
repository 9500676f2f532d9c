// What is lost between data that are several neighbours apart. Proof: privacy_curves.proof.md
#pragma once

#include <cstdint>

#include "scrim/accounting/curves/privacy_curve.hpp"

namespace scrim {

/// At or above the curve of every pair that is `steps` neighbours apart, whichever way each step
/// goes: each spends its part of epsilon.
class StepsCurve final : public PrivacyCurve {
 public:
  /// Precondition (caller): steps >= 1.
  StepsCurve(const CurvePair& one, std::uint64_t steps);

  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision precision) const override;

 private:
  SharedCurve one_;  // of either direction
  std::uint64_t steps_;
};

}  // namespace scrim
