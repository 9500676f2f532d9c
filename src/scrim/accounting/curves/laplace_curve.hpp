// The curve of discrete Laplace noise. Proof: privacy_curves.proof.md
#pragma once

#include "scrim/accounting/curves/privacy_curve.hpp"

namespace scrim {

/// Z against Z + shift, P[Z = z] proportional to e^(-|z| / scale); symmetric.
class LaplaceCurve final : public PrivacyCurve {
 public:
  /// Precondition (caller): scale > 0; shift > 0.
  LaplaceCurve(Rational scale, mpz_class shift)
      : scale_(std::move(scale)), shift_(std::move(shift)) {}

  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision precision) const override;
  [[nodiscard]] std::optional<LossLattice> lattice(std::size_t most, int bits) const override;

 private:
  /// P[Z <= z].
  [[nodiscard]] BigInterval at_most(const mpz_class& z, Precision precision) const;

  Rational scale_;
  mpz_class shift_;
};

}  // namespace scrim
