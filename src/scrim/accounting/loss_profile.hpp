// delta(epsilon) of a distribution of losses, rounded up. Proof: loss_profile.proof.md
#pragma once

#include <vector>

#include "scrim/accounting/loss_distribution.hpp"
#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

/// Sums of a distribution from its top, so that delta(epsilon) is one look-up.
class LossProfile {
 public:
  explicit LossProfile(const LossDistribution& losses);

  /// At or above w_infinity + sum w_i (1 - e^(epsilon - loss_i))_+ over the whole, and at most 1.
  ///
  /// Postcondition: does not rise with epsilon.
  /// Precondition (caller): epsilon is not NaN.
  [[nodiscard]] double delta(double epsilon) const;

  /// The same from both sides: between the mass on infinity and that bound.
  [[nodiscard]] BigInterval enclose_delta(const Rational& epsilon, Precision precision) const;

 private:
  /// The bound at an epsilon that is at least this one.
  [[nodiscard]] BigFloat upper_bound(const BigFloat& epsilon) const;

  struct Top {
    BigFloat unlikeliness;  // at most e^-loss of its first loss, falling
    BigFloat mass;          // under P, infinity included; exact
    BigFloat mass_under_q;  // rounded down
  };

  int bits_;
  mpfr_prec_t precision_;
  std::vector<Top> tops_;  // from each loss upwards, lowest first
  BigFloat infinity_;
};

}  // namespace scrim
