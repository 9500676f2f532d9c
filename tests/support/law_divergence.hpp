// How far two output laws are apart under each privacy measure.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <vector>

#include "scrim/spaces/measures.hpp"
#include "support/law_arithmetic.hpp"

namespace scrim::test {

/// The largest and the smallest ln(P(y) / P'(y)) over outcomes y, rounded outward.
struct LossRange {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
};

/// Outcomes correspond by their position; every probability is positive.
template <class Real>
[[nodiscard]] LossRange loss_range(const std::vector<Real>& law,
                                   const std::vector<Real>& neighbour) {
  using A = Arithmetic<Real>;
  LossRange range;
  for (std::size_t y = 0; y < law.size(); ++y) {
    const Real loss = A::logarithm(law[y]) - A::logarithm(neighbour[y]);
    range.lowest = std::min(range.lowest, A::lower(loss));
    range.highest = std::max(range.highest, A::upper(loss));
  }
  return range;
}

/// D_alpha(law || neighbour) / alpha for alpha = 1 + excess, rounded up.
[[nodiscard]] inline double renyi_per_order(const std::vector<BigInterval>& law,
                                            const std::vector<BigInterval>& neighbour,
                                            double excess) {
  BigInterval moment = exact(0.0);
  for (std::size_t y = 0; y < law.size(); ++y) {
    moment = moment + law[y] * exp(exact(excess) * (ln(law[y]) - ln(neighbour[y])));
  }
  return (ln(moment) / (exact(excess) * (exact(excess) + exact(1.0)))).upper_double();
}

/// The same in doubles. ln E[exp(t L)] = ln(1 + E[exp(t L) - 1]) keeps its digits where t is small
/// and the moment next to 1; where t L is large, the largest exponent is taken out of the sum.
[[nodiscard]] inline double renyi_per_order(const std::vector<double>& law,
                                            const std::vector<double>& neighbour, double excess) {
  double largest = 0.0;
  for (std::size_t y = 0; y < law.size(); ++y) {
    largest = std::max(largest, excess * std::log(law[y] / neighbour[y]));
  }
  const bool is_large = largest > 20.0;
  double sum = 0.0;
  for (std::size_t y = 0; y < law.size(); ++y) {
    const double exponent = excess * std::log(law[y] / neighbour[y]);
    sum += law[y] * (is_large ? std::exp(exponent - largest) : std::expm1(exponent));
  }
  const double ln_moment = is_large ? largest + std::log(sum) : std::log1p(sum);
  return ln_moment / (excess * (excess + 1.0));
}

/// The orders at which concentrated divergence is looked at: 1 + excess, from where D_alpha is the
/// Kullback-Leibler divergence to six digits to where D_alpha / alpha has long begun to fall.
inline constexpr double smallest_excess = 1e-6;
inline constexpr double largest_excess = 1e4;

struct WorstOrder {
  double excess = smallest_excess;
  double divergence = -std::numeric_limits<double>::infinity();
};

/// The order at which D_alpha / alpha is largest: on a grid of equal ratios, then between the
/// neighbours of the best grid point by golden section.
[[nodiscard]] inline WorstOrder find_worst_order(const std::vector<double>& law,
                                                 const std::vector<double>& neighbour) {
  constexpr int steps = 100;
  const double ratio = std::pow(largest_excess / smallest_excess, 1.0 / steps);
  const auto at = [&](double excess) { return renyi_per_order(law, neighbour, excess); };
  WorstOrder worst;
  for (int step = 0; step <= steps; ++step) {
    const double excess = smallest_excess * std::pow(ratio, step);
    const double divergence = at(excess);
    if (divergence > worst.divergence) worst = {excess, divergence};
  }
  double lower = worst.excess / ratio;
  double upper = worst.excess * ratio;
  constexpr double golden = 0.6180339887498949;
  for (int round = 0; round < 40; ++round) {
    const double left = upper - golden * (upper - lower);
    const double right = lower + golden * (upper - lower);
    const double at_left = at(left);
    const double at_right = at(right);
    if (at_left > worst.divergence) worst = {left, at_left};
    if (at_right > worst.divergence) worst = {right, at_right};
    (at_left > at_right ? upper : lower) = at_left > at_right ? right : left;
  }
  return worst;
}

// --- the divergence of each measure, both ways
// --------------------------------------------------------
//
// The overloads for doubles are close; those for enclosures are bounds. `excess` is the order minus
// one, which only concentrated divergence has.

template <class Real>
[[nodiscard]] double divergence(MaxDivergence, const std::vector<Real>& law,
                                const std::vector<Real>& neighbour, double /*excess*/) {
  // Every event is a union of outcomes, so single outcomes are the worst events.
  const LossRange range = loss_range(law, neighbour);
  return std::max(range.highest, -range.lowest);
}

template <class Real>
[[nodiscard]] double divergence(RangeDivergence, const std::vector<Real>& law,
                                const std::vector<Real>& neighbour, double /*excess*/) {
  const LossRange range = loss_range(law, neighbour);
  return range.highest - range.lowest;
}

template <class Real>
[[nodiscard]] double divergence(ZeroConcentratedDivergence, const std::vector<Real>& law,
                                const std::vector<Real>& neighbour, double excess) {
  return std::max(renyi_per_order(law, neighbour, excess), renyi_per_order(neighbour, law, excess));
}

/// The order at which the divergence of this pair is to be taken.
template <class Measure>
[[nodiscard]] double worst_excess(Measure, const std::vector<double>& law,
                                  const std::vector<double>& neighbour) {
  if constexpr (std::same_as<Measure, ZeroConcentratedDivergence>) {
    const WorstOrder there = find_worst_order(law, neighbour);
    const WorstOrder back = find_worst_order(neighbour, law);
    return there.divergence > back.divergence ? there.excess : back.excess;
  } else {
    return 0.0;
  }
}

}  // namespace scrim::test
