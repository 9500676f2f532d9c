// A probability that is known exactly, and its binary digits.
//
// Proof: exact_probability.proof.md
#pragma once

#include <cstdint>

#include "scrim/numbers/fraction.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim {

/// A number from 0 to 1: every double between them is one, and every fraction. A double is the
/// dyadic number that it is; for a tenth, write Fraction{1, 10}.
class ExactProbability {
 public:
  // NOLINTBEGIN(google-explicit-constructor): both are probabilities, and written as such.
  /// Precondition (checked): 0 <= probability <= 1.
  ExactProbability(double probability);
  /// Precondition (checked): num <= den, and den > 0.
  ExactProbability(Fraction fraction);
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] bool is_zero() const noexcept { return fraction_.num == 0; }
  [[nodiscard]] bool is_one() const noexcept {
    return fraction_.num == fraction_.den && halvings_ == 0;
  }

  /// It is fraction() * 2^-halvings().
  [[nodiscard]] Fraction fraction() const noexcept { return fraction_; }
  [[nodiscard]] int halvings() const noexcept { return halvings_; }

 private:
  Fraction fraction_;
  int halvings_ = 0;
};

/// The binary digits of a probability below 1, from the first on, some at a time.
class ProbabilityDigits {
 public:
  /// Precondition (caller): the probability is below 1.
  explicit ProbabilityDigits(const ExactProbability& probability) noexcept
      : rest_(probability.fraction().num),
        den_(probability.fraction().den),
        zeros_(probability.halvings()) {}

  /// The next `bits` digits, as the integer that they write.
  /// Precondition (caller): 0 < bits <= 64.
  [[nodiscard]] std::uint64_t next(int bits) noexcept {
    if (zeros_ >= bits) {
      zeros_ -= bits;
      return 0;
    }
    // Long division, in base 2^(digits that are left).
    const uint128 shifted = static_cast<uint128>(rest_) << (bits - zeros_);
    zeros_ = 0;
    rest_ = static_cast<std::uint64_t>(shifted % den_);
    return static_cast<std::uint64_t>(shifted / den_);
  }

  /// True if all further digits are 0.
  [[nodiscard]] bool are_at_end() const noexcept { return rest_ == 0; }

 private:
  std::uint64_t rest_;  ///< what is left to divide, below the denominator
  std::uint64_t den_;
  int zeros_;  ///< digits 0 that come before those of the fraction
};

}  // namespace scrim
