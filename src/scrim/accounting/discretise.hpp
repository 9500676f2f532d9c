// From the curve of one release to a distribution of losses that is at or above it.
// Proof: discretise.proof.md
#pragma once

#include "scrim/accounting/curves/privacy_curve.hpp"
#include "scrim/accounting/loss_distribution.hpp"

namespace scrim {

/// Losses that lie on a grid, with masses of this many bits: each tail rounded up.
[[nodiscard]] LossDistribution discretise_lattice(const LossLattice& lattice, int bits);

/// Between which multiples of 2^-exponent losses are told apart.
struct DyadicWindow {
  int exponent;
  mpz_class lowest;
  mpz_class highest;
};

/// The largest finite loss that matters: about the least epsilon at which delta(epsilon) is at most
/// 2^-tail_bits above what it falls to.
[[nodiscard]] Rational largest_loss(const PrivacyCurve& curve, int tail_bits);

/// A distribution on a dyadic grid with the same delta at every point of the grid, and above the
/// curve in between; losses below the window are moved up to its lowest, and those above it to
/// infinity.
///
/// Precondition (caller): lowest < highest.
[[nodiscard]] LossDistribution connect_the_dots(const PrivacyCurve& curve, int bits,
                                                const DyadicWindow& window);

}  // namespace scrim
