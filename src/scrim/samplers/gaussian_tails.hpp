// The law of the magnitude of discrete Gaussian noise, and of its non-negative half, by their
// tails. Proof: discrete_gaussian.proof.md
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

/// Which variable has these tails, for Z with P[Z = z] proportional to w_z = exp(-z^2 / (2
/// variance)).
enum class GaussianKind {
  one_sided,  ///< Z given that Z >= 0: P[X > j] = sum_{k > j} w_k / (w_0 + sum_{k > 0} w_k)
  magnitude,  ///< |Z|: P[X > j] = sum_{k > j} w_k / (w_0 / 2 + sum_{k > 0} w_k)
};

/// Tails that are sums have no enclosure in doubles: a table asks for them when it ties, that is
/// hardly ever.
class GaussianTails {
 public:
  /// Precondition (caller): variance > 0; below some 10^5, or sums take long.
  GaussianTails(Rational variance, GaussianKind kind)
      : variance_(std::move(variance)), kind_(kind) {}

  /// P[X > j] as a real number; refers to the law.
  class Tail {
   public:
    Tail(const GaussianTails& law, std::uint64_t j) noexcept : law_(&law), j_(j) {}

    [[nodiscard]] Interval enclose() const noexcept { return {0.0, 1.0}; }
    [[nodiscard]] BigInterval enclose(Precision precision) const;

   private:
    const GaussianTails* law_;
    std::uint64_t j_;
  };

  [[nodiscard]] Tail tail(std::uint64_t j) const noexcept { return {*this, j}; }

  [[nodiscard]] std::vector<BigInterval> enclose_tails(int bits, Precision precision) const;

 private:
  struct Sums {
    std::vector<BigInterval> beyond;  ///< sum_{k > j} w_k for j = 0, 1, ...
    BigInterval total;                ///< what they are divided by
  };
  /// Sums beyond 0, ..., `last` at least, and on to where they are about 2^-precision.
  [[nodiscard]] Sums enclose_sums(std::uint64_t last, Precision precision) const;

  Rational variance_;
  GaussianKind kind_;
};

}  // namespace scrim
