// Privacy measures: how far apart the output laws of two neighbouring datasets may be.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

namespace scrim {

/// A divergence between probability laws. `parameter` is the name the literature gives to its
/// distance; it also tells a measure from a metric.
template <class M>
concept Measure = std::copyable<M> && std::equality_comparable<M> &&
                  std::same_as<std::remove_cv_t<decltype(M::parameter)>, std::string_view> &&
                  requires(const M& measure) {
                    typename M::Distance;
                    { measure.describe() } -> std::same_as<std::string>;
                  };

/// Pure differential privacy: ln(P(S) / P'(S)) <= epsilon for every event S, both ways.
struct MaxDivergence {
  using Distance = double;
  static constexpr std::string_view parameter = "epsilon";

  [[nodiscard]] std::string describe() const { return "max_divergence()"; }

  friend constexpr bool operator==(MaxDivergence, MaxDivergence) = default;
};

/// Bounded range: the privacy loss ln(P(y) / P'(y)) varies by at most epsilon over all outcomes y.
/// It implies epsilon under MaxDivergence, and epsilon^2 / 8 under ZeroConcentratedDivergence;
/// MaxDivergence implies no more than twice its epsilon here.
struct RangeDivergence {
  using Distance = double;
  static constexpr std::string_view parameter = "epsilon";

  [[nodiscard]] std::string describe() const { return "range_divergence()"; }

  friend constexpr bool operator==(RangeDivergence, RangeDivergence) = default;
};

/// Zero-concentrated differential privacy: the Renyi divergence of every order alpha > 1 is at
/// most rho * alpha, both ways.
struct ZeroConcentratedDivergence {
  using Distance = double;
  static constexpr std::string_view parameter = "rho";

  [[nodiscard]] std::string describe() const { return "zero_concentrated_divergence()"; }

  friend constexpr bool operator==(ZeroConcentratedDivergence,
                                   ZeroConcentratedDivergence) = default;
};

}  // namespace scrim
