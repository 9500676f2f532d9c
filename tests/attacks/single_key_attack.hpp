// Keys of one row each, 10^5 of them: how often one is told, beside the delta that a map states.
// The control keeps a noisy count that is at the threshold and states the tail beyond it, as
// opendp#2922 reports of another library.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"

namespace scrim::attacks::single_key {

using test::Outcome;
using test::text;

inline constexpr std::size_t keys = 100'000;
inline constexpr double scale = 1.0;
inline constexpr std::uint64_t threshold = 6;

/// P[B >= told] for a binomial B of so many keys, by its definition.
inline double binomial_tail(std::size_t told, double delta) {
  const double n = static_cast<double>(keys);
  double tail = 0;
  for (std::size_t k = told; k <= keys; ++k) {
    const double x = static_cast<double>(k);
    const double log_of_ways = std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1);
    const double mass = std::exp(log_of_ways + x * std::log(delta) + (n - x) * std::log1p(-delta));
    tail += mass;
    if (x > n * delta && mass < 1e-300) break;
  }
  return std::min(1.0, tail);
}

inline Outcome attack(double delta) {
  const auto release = make_laplace_threshold(keyed_counts_domain<std::int64_t>(), KeyedDistance{},
                                              Approximate<MaxDivergence>{},
                                              {.scale = scale, .threshold = threshold});
  KeyedCounts<std::int64_t> groups;
  for (std::size_t i = 0; i < keys; ++i) {
    groups.keys.push_back(static_cast<std::int64_t>(i));
    groups.counts.push_back(1);
  }
  const std::size_t told = release.invoke(groups).size();
  // So small that the library falls by chance once in a billion runs.
  constexpr double significance = 1e-9;
  return {binomial_tail(told, delta) < significance,
          text(told, " of ", keys, " keys told, ", delta * static_cast<double>(keys), " stated")};
}

/// P[Z > threshold - 1] where P[Z >= threshold - 1] is true.
inline Outcome on_control() {
  return attack(laplace_threshold_delta(KeyedChange(1, 1, 1), scale, threshold + 1));
}
inline Outcome on_scrim() {
  return attack(laplace_threshold_delta(KeyedChange(1, 1, 1), scale, threshold));
}

}  // namespace scrim::attacks::single_key
