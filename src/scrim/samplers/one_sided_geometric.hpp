// Geometric noise, on one side only: P[X = x] proportional to exp(-x / scale) for x >= 0.
// Proof: one_sided_geometric.proof.md
#pragma once

#include <cstdint>
#include <utility>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/int128.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/samplers/discrete_laplace.hpp"
#include "scrim/samplers/filter_margin.hpp"
#include "scrim/samplers/geometric_tails.hpp"
#include "scrim/samplers/tail_law.hpp"
#include "scrim/samplers/uniform_digits.hpp"

namespace scrim {

/// Geometric noise of one scale, for single draws: nothing to build.
template <int word_bits = installed_word_bits, double filter_margin = installed_filter_margin>
class OneSidedGeometric {
 public:
  /// At larger scales a draw could need many steps, and noise drowns every integer of 64 bits.
  static constexpr double largest_scale = 0x1p62;

  /// Precondition (caller): 0 < scale <= largest_scale.
  explicit OneSidedGeometric(Rational scale) : tails_(std::move(scale), GeometricKind::one_sided) {}

  /// Exactly X, however large.
  template <BitSource Source>
  [[nodiscard]] int128 sample(Source& source) const {
    int128 sum = 0;
    for (;;) {
      const std::uint64_t value = sample_by_inversion<word_bits>(tails_, source).value;
      sum += static_cast<int128>(value);
      if (value != most_by_inversion) [[likely]] {
        return sum;
      }
      // All that is known of X is that it is at least that. What it has beyond is geometric again.
    }
  }

 private:
  GeometricTails<filter_margin> tails_;
};

}  // namespace scrim
