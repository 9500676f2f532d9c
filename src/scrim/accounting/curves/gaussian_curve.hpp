// The curve of discrete Gaussian noise, by its own law. Proof: privacy_curves.proof.md
#pragma once

#include "scrim/accounting/curves/gaussian_upper_tail.hpp"
#include "scrim/accounting/curves/privacy_curve.hpp"

namespace scrim {

/// Z against Z + shift, P[Z = z] proportional to e^(-z^2 / (2 variance)); symmetric.
class GaussianCurve final : public PrivacyCurve {
 public:
  /// Precondition (caller): variance > 0; shift > 0.
  GaussianCurve(const Rational& variance, mpz_class shift)
      : variance_(variance), shift_(std::move(shift)), tail_(variance) {}

  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision precision) const override;
  [[nodiscard]] std::optional<LossLattice> lattice(std::size_t most, int bits) const override;

 private:
  Rational variance_;
  mpz_class shift_;
  GaussianUpperTail tail_;
};

}  // namespace scrim
