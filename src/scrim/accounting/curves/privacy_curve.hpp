// What one release loses, as a curve: delta as a function of epsilon. Proof:
// privacy_curves.proof.md
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "scrim/accounting/loss_distribution.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

/// Losses ln(P / Q) that lie on a grid, with what encloses their tails under P.
struct LossLattice {
  LossGrid grid;
  std::vector<BigInterval> tails;  ///< P[loss >= grid.loss(i)]; the first is 1, or is taken for it
  BigInterval infinity;            ///< P[loss > the last], of infinite losses and of those left out
};

/// delta(epsilon) = sup over events S of P(S) - e^epsilon Q(S), for a pair of laws (P, Q) or the
/// supremum of that over several pairs.
///
/// Threads: distinct calls may run at once.
class PrivacyCurve {
 public:
  PrivacyCurve() = default;
  virtual ~PrivacyCurve() = default;
  PrivacyCurve(const PrivacyCurve&) = delete;
  PrivacyCurve& operator=(const PrivacyCurve&) = delete;

  /// Encloses delta(epsilon), to about 2^-precision of the probabilities that it is the difference
  /// of; epsilon may be negative.
  [[nodiscard]] virtual BigInterval delta(const Rational& epsilon, Precision precision) const = 0;

  /// The losses themselves, where they lie on a grid and are at most `most`; losses that are
  /// exceeded with a probability below 2^-bits may be left out.
  [[nodiscard]] virtual std::optional<LossLattice> lattice(std::size_t most, int bits) const;
};

/// The precision at which tails are enclosed that masses of this many bits are made from.
[[nodiscard]] constexpr Precision lattice_precision(int bits) noexcept { return bits + 32; }

using SharedCurve = std::shared_ptr<const PrivacyCurve>;

/// The curves of (P, Q) and of (Q, P), for P with the unit and Q without.
class CurvePair {
 public:
  /// Both alike.
  explicit CurvePair(const SharedCurve& symmetric) : forward_(symmetric), backward_(symmetric) {}
  CurvePair(SharedCurve forward, SharedCurve backward)
      : forward_(std::move(forward)), backward_(std::move(backward)) {}

  [[nodiscard]] const SharedCurve& forward() const noexcept { return forward_; }
  [[nodiscard]] const SharedCurve& backward() const noexcept { return backward_; }
  [[nodiscard]] bool is_symmetric() const noexcept { return forward_ == backward_; }

  /// A symmetric pair that is at or above this one and its reverse: the larger of both curves.
  [[nodiscard]] CurvePair symmetrised() const;

 private:
  SharedCurve forward_;
  SharedCurve backward_;
};

}  // namespace scrim
