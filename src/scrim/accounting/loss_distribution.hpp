// A distribution of privacy losses in exact integers, and what keeps it above another: composition,
// coarser grids, windows. Proof: loss_distribution.proof.md
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scrim/numbers/rational.hpp"

namespace scrim {

/// The losses offset + i * step, i = 0, 1, ...
struct LossGrid {
  Rational offset;
  Rational step;  ///< above 0

  [[nodiscard]] Rational loss(std::size_t i) const;
};

/// Masses w_0, w_1, ... on the losses of a grid, and one on infinity: integers that sum to 2^bits.
///
/// It stands for a pair of laws of which the first, P, has the loss ln(P / Q) with these
/// probabilities, and bounds delta(epsilon) = w_infinity + sum w_i (1 - e^(epsilon - loss_i))_+,
/// over 2^bits. Every function but `trimmed` below gives one that is at or above what it is made
/// from (at every epsilon, and after any composition) by as little as it says; so does `trimmed`.
/// Invariant: at least one mass; the sum is exact.
class LossDistribution {
 public:
  /// From tails: tails[i] is the mass on losses of at least grid.loss(i), infinity included.
  ///
  /// Tails that are not in order, or above the whole, are raised to those behind, or cut to it, and
  /// the first is the whole: what lies below the grid is moved up to its first loss.
  /// Precondition (caller): bits >= 1; tails is not empty; nothing is negative.
  [[nodiscard]] static LossDistribution from_tails(int bits, LossGrid grid,
                                                   std::span<const mpz_class> tails,
                                                   const mpz_class& infinity);

  /// No loss, for certain.
  [[nodiscard]] static LossDistribution none(int bits, const Rational& step);

  [[nodiscard]] int bits() const noexcept { return bits_; }
  [[nodiscard]] std::size_t size() const noexcept { return words_.size() / words_per_mass(); }
  [[nodiscard]] const LossGrid& grid() const noexcept { return grid_; }
  [[nodiscard]] mpz_class mass(std::size_t i) const;
  [[nodiscard]] mpz_class infinite_mass() const;

  /// Of the sum of two independent losses; each tail is less than 2^-bits above that.
  ///
  /// Precondition (checked): same bits, same step.
  [[nodiscard]] LossDistribution composed_with(const LossDistribution& other) const;

  /// On every other loss of the grid: masses between two are shared between them so that both their
  /// probability and their weight under Q stay.
  [[nodiscard]] LossDistribution coarsened() const;

  /// On the multiples of 2^-exponent; masses are shared likewise.
  [[nodiscard]] LossDistribution on_dyadic_grid(int exponent) const;

  /// Without the lowest losses, which move up to the first one that is kept, and without the
  /// highest, which become infinite: as many as have a mass of at most `most` together, each side.
  [[nodiscard]] LossDistribution trimmed(std::uint64_t most) const;

  struct Moments {
    double mean;
    double variance;
  };
  /// Of the finite losses, about: for choosing grids, and for nothing that is told.
  [[nodiscard]] Moments moments() const;

 private:
  LossDistribution(int bits, LossGrid grid, std::size_t size);

  [[nodiscard]] std::size_t words_per_mass() const noexcept {
    return static_cast<std::size_t>(bits_) / 64 + 1;  // the whole is 2^bits
  }
  [[nodiscard]] mp_limb_t* words(std::size_t i) noexcept {
    return words_.data() + i * words_per_mass();
  }
  [[nodiscard]] const mp_limb_t* words(std::size_t i) const noexcept {
    return words_.data() + i * words_per_mass();
  }
  /// The mass i in slots of more words, as one large integer in base 2^(64 * words_per_slot).
  [[nodiscard]] std::vector<mp_limb_t> packed(std::size_t words_per_slot) const;
  /// Gives mass[from] * share / 2^64, rounded up, to `upper`, and the rest to `lower`.
  void share_between(const mp_limb_t* from, std::optional<std::uint64_t> share, std::size_t lower,
                     std::size_t upper);

  int bits_;
  LossGrid grid_;
  std::vector<mp_limb_t> words_;     // the masses, lowest word first
  std::vector<mp_limb_t> infinity_;  // as many words as a mass has
};

}  // namespace scrim
