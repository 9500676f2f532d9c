// Measures whose loss may be exceeded, with a small probability.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "scrim/spaces/distance.hpp"
#include "scrim/spaces/measures.hpp"

namespace scrim {

/// A loss, and how likely it may be exceeded.
struct LossWithDelta {
  double loss = 0.0;
  double delta = 0.0;

  friend bool operator==(const LossWithDelta&, const LossWithDelta&) = default;
};

[[nodiscard]] inline bool is_distance(const LossWithDelta& d) {
  return is_distance(d.loss) && is_distance(d.delta);
}

/// A partial order: of (1, 0) and (0.5, 1e-6) neither is within the other.
[[nodiscard]] inline bool within(const LossWithDelta& a, const LossWithDelta& b) {
  return within(a.loss, b.loss) && within(a.delta, b.delta);
}

[[nodiscard]] inline std::string describe_distance(const LossWithDelta& d) {
  return "(" + describe_distance(d.loss) + ", " + describe_distance(d.delta) + ")";
}

/// The measure M, but for a part of the outcomes that has probability delta:
///   Approximate<MaxDivergence>               P(S) <= exp(epsilon) P'(S) + delta for every event S,
///                                            both ways
///   Approximate<ZeroConcentratedDivergence>  there are events of probability at least 1 - delta
///   under
///                                            P and P', perhaps with coins of their own, given
///                                            which the laws are rho-close under
///                                            ZeroConcentratedDivergence
template <class M>
  requires std::is_same_v<M, MaxDivergence> || std::is_same_v<M, ZeroConcentratedDivergence>
struct Approximate {
  using Exact = M;
  using Distance = LossWithDelta;
  static constexpr std::string_view parameter =
      std::is_same_v<M, MaxDivergence> ? "(epsilon, delta)" : "(rho, delta)";

  [[nodiscard]] std::string describe() const { return "approximate(" + M{}.describe() + ")"; }

  friend constexpr bool operator==(Approximate, Approximate) = default;
};

}  // namespace scrim
