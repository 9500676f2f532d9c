// How often a probability exp(-gap / scale) can surely be halved: whole powers of two above it.
//
// Proof: selection_ladder.proof.md
#pragma once

#include <algorithm>
#include <limits>

#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

/// Lower bounds on gap / (scale ln 2), in doubles.
class Halvings {
 public:
  /// Precondition (caller): scale is finite and positive.
  explicit Halvings(double scale) noexcept {
    // 1 / ln 2, a little less of it: more than the roundings here and below can add.
    constexpr double somewhat_less = 1.0 - 0x1p-48;
    constexpr double inverse_ln2 = 0x1.71547652b82fep0;
    const double factor = inverse_ln2 / scale * somewhat_less;
    // Where the quotient could have lost digits or overflowed, a smaller one is as sound.
    factor_ = factor < 0x1p-900 ? 0.0 : std::min(factor, 0x1p900);
  }

  /// An n <= most with exp(-gap / scale) <= 2^-n, where gap is the distance of two scores; the
  /// largest one, or one less where the bound is near to an integer.
  ///
  /// Precondition (caller): both scores are finite.
  template <Number T>
  [[nodiscard]] int count(T a, T b, int most) const noexcept {
    const double halvings = distance(a, b) * factor_;
    return halvings < most ? static_cast<int>(halvings) : most;
  }

 private:
  template <Number T>
  [[nodiscard]] static double distance(T a, T b) noexcept {
    if constexpr (Integer<T>) {
      return static_cast<double>(absolute_difference(a, b));
    } else {
      const double difference = a > b ? static_cast<double>(a) - static_cast<double>(b)
                                      : static_cast<double>(b) - static_cast<double>(a);
      return std::min(difference, std::numeric_limits<double>::max());
    }
  }

  double factor_;
};

}  // namespace scrim
