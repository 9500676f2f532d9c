// The privacy loss between two exact laws, enclosed: its lower end convicts, its upper end acquits.
#pragma once

#include <algorithm>
#include <limits>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"
#include "support/selection_law.hpp"

namespace scrim::test {

inline constexpr Interval no_loss_yet{-std::numeric_limits<double>::infinity(),
                                      -std::numeric_limits<double>::infinity()};

[[nodiscard]] inline Interval larger_of(const Interval& a, const Interval& b) {
  return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
}

[[nodiscard]] inline Interval to_doubles(const BigInterval& x) {
  return {x.lower_double(), x.upper_double()};
}

/// Whether the loss is within the claim. A claim that is attained exactly lies inside every
/// enclosure of the loss; the allowance is the width of one between doubles.
[[nodiscard]] inline bool is_within(const Interval& loss, double claimed) {
  return loss.hi <= claimed + 0x1p-50;
}

/// The largest ln(P(y) / P'(y)) over outcomes y.
[[nodiscard]] inline Interval max_divergence(const Law& law, const Law& neighbour) {
  Interval worst = no_loss_yet;
  for (const auto& [selected, p] : law) {
    worst = larger_of(worst, to_doubles(ln(p) - ln(neighbour.at(selected))));
  }
  return worst;
}

/// How far the losses of two outcomes can lie apart.
[[nodiscard]] inline Interval range_divergence(const Law& law, const Law& neighbour) {
  Interval worst = no_loss_yet;
  for (const auto& [y, p] : law) {
    for (const auto& [z, q] : law) {
      // One logarithm of one quotient, so that what is common to both cancels before rounding.
      const BigInterval odds = p * neighbour.at(z) / (neighbour.at(y) * q);
      worst = larger_of(worst, to_doubles(ln(odds)));
    }
  }
  return worst;
}

/// The largest D_alpha(law || neighbour) / alpha on a grid of orders.
[[nodiscard]] inline Interval concentrated_divergence(const Law& law, const Law& neighbour) {
  Interval worst = no_loss_yet;
  for (const double alpha : {1.0001, 1.01, 1.1, 1.5, 2.0, 3.0, 5.0, 10.0, 50.0, 300.0}) {
    BigInterval sum = exact(0.0);
    for (const auto& [selected, p] : law) {
      sum = sum + exp(exact(alpha) * ln(p) - exact(alpha - 1.0) * ln(neighbour.at(selected)));
    }
    worst = larger_of(worst, to_doubles(ln(sum) / exact(alpha - 1.0) / exact(alpha)));
  }
  return worst;
}

}  // namespace scrim::test
