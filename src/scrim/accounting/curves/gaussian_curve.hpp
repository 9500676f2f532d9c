// The curve of discrete Gaussian noise, by its own law. Proof: privacy_curves.proof.md
#pragma once

#include <mutex>
#include <optional>
#include <utility>

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
  /// P[Z >= first] and P[Z >= first + shift]. Epsilons that come one after the other often ask for
  /// the same two.
  struct Tails {
    mpz_class first;
    Precision precision;
    BigInterval at_first;
    BigInterval at_moved;
  };
  [[nodiscard]] Tails tails_from(const mpz_class& first, Precision precision) const;

  Rational variance_;
  mpz_class shift_;
  GaussianUpperTail tail_;
  mutable std::mutex mutex_;
  mutable std::optional<Tails> last_tails_;
};

}  // namespace scrim
