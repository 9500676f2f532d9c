// The curve of randomised response, which is also the worst of all that lose epsilon.
// Proof: privacy_curves.proof.md
#pragma once

#include <cstdint>

#include "scrim/accounting/curves/privacy_curve.hpp"

namespace scrim {

/// Two truths a and b out of n categories, each told with weight e^epsilon against 1 for each other
/// category; with probability delta the truth beside that. With n = 2 it is the worst pair under
/// (epsilon, delta).
class ResponseCurve final : public PrivacyCurve {
 public:
  /// Precondition (caller): epsilon >= 0; categories >= 2; 0 <= delta <= 1.
  ResponseCurve(Rational epsilon, std::uint64_t categories, Rational delta);

  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision precision) const override;
  [[nodiscard]] std::optional<LossLattice> lattice(std::size_t most, int bits) const override;

 private:
  Rational epsilon_;
  std::uint64_t categories_;
  Rational delta_;
};

}  // namespace scrim
