// P[Z >= z] for discrete Gaussian noise of any width. Proof: gaussian_upper_tail.proof.md
#pragma once

#include <gmpxx.h>

#include <mutex>
#include <vector>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

/// Upper tails of Z, P[Z = z] proportional to e^(-z^2 / (2 variance)).
///
/// Narrow noise is summed; the sum for wide noise is an integral and the terms of Euler and
/// Maclaurin, with a bound on what they leave.
/// Threads: distinct calls may run at once.
class GaussianUpperTail {
 public:
  /// From this variance on, sums are not taken term by term. (For tests another may be given.)
  static constexpr double wide_variance = 0x1p22;

  /// Precondition (caller): variance > 0.
  explicit GaussianUpperTail(Rational variance, double least_wide_variance = wide_variance);

  /// Encloses P[Z >= z], to about 2^-precision of it or of P[Z < z]; below e^-4096, by zero.
  [[nodiscard]] BigInterval from(const mpz_class& z, Precision precision) const;

 private:
  [[nodiscard]] BigInterval from_positive(const mpz_class& z, Precision precision) const;
  [[nodiscard]] BigInterval summed(const mpz_class& z, Precision precision) const;
  [[nodiscard]] BigInterval expanded(const mpz_class& z, Precision precision) const;
  /// sum_{k >= z} e^(-k^2 / (2 variance)) over sqrt(variance).
  [[nodiscard]] BigInterval expanded_sum(const mpz_class& z, Precision precision) const;

  Rational variance_;
  bool is_wide_;

  // What was computed at the precision asked for last.
  struct Table {
    Precision precision = 0;
    double reach = 0;                 // narrow: for z up to this
    std::vector<BigInterval> values;  // narrow: P[|Z| > j], j = 0, 1, ...; wide: the sum of all
  };
  mutable std::mutex mutex_;
  mutable Table table_;
};

}  // namespace scrim
