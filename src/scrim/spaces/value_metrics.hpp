// Metrics on values: how far apart two numbers, or two vectors of numbers, are.
//
// Proof: value_metrics.proof.md
#pragma once

#include <cstdint>
#include <string>

#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/distance.hpp"

namespace scrim {

// The proofs argue from these definitions, and the tests compute them (tests/support/distances/).
// Same values are at distance 0, equal infinities included; an infinity or a NaN is infinitely far
// from everything else, and so are vectors of different sizes. `accepts_nan` says whether NaN may
// lie in the domain.

/// |x - y|.
template <Number Q>
struct AbsoluteDistance {
  using Distance = Q;
  static constexpr bool accepts_nan = false;

  [[nodiscard]] std::string describe() const {
    return "absolute_distance(" + written_type<Q>() + ")";
  }

  friend constexpr bool operator==(AbsoluteDistance, AbsoluteDistance) = default;
};

/// The P-th root of sum_i |x_i - y_i|^P.
template <int P, Number Q>
  requires(P >= 1)
struct LpDistance {
  using Distance = Q;
  static constexpr bool accepts_nan = false;

  [[nodiscard]] std::string describe() const {
    std::string text = "l";  // g++ 12 warns of "l" + std::to_string(P) where it is inlined
    text += std::to_string(P);
    return text + "_distance(" + written_type<Q>() + ")";
  }

  friend constexpr bool operator==(LpDistance, LpDistance) = default;
};

/// max_i |x_i - y_i|; if monotonic, the larger of this and the range
/// max_{i,j} |(x_i - y_i) - (x_j - y_j)|.
///
/// The entries of a score vector that all move the same way when a row is added differ by vectors v
/// with 0 <= v_i <= d (or all -d <= v_i <= 0): their range is at most d where in general it is 2d.
/// Sums of such steps up and down stay within the monotonic distance by the triangle inequality,
/// although they themselves need not move one way. That is why the range is part of the metric and
/// not the sign: see range_distance.
template <Number Q>
struct LInfDistance {
  using Distance = Q;
  static constexpr bool accepts_nan = false;

  bool monotonic = false;

  /// A bound on the RangeDistance of vectors that are d-close: d if monotonic, else 2d rounded up.
  /// Precondition (checked): d is at least 0; 2d fits Q.
  [[nodiscard]] Q range_distance(Q d) const {
    check_distance(d, "d");
    return monotonic ? d : add_up(d, d);
  }

  [[nodiscard]] std::string describe() const {
    return "linf_distance(" + written_type<Q>() + (monotonic ? ", monotonic=True)" : ")");
  }

  friend constexpr bool operator==(LInfDistance, LInfDistance) = default;
};

/// max_{i,j} |(x_i - y_i) - (x_j - y_j)|: how far entries move against each other. Vectors that
/// differ by a constant are at distance 0, so it is a metric up to that.
template <Number Q>
struct RangeDistance {
  using Distance = Q;
  static constexpr bool accepts_nan = false;

  /// d itself: so that a mechanism over either metric is written once.
  /// Precondition (checked): d is at least 0.
  [[nodiscard]] Q range_distance(Q d) const {
    check_distance(d, "d");
    return d;
  }

  [[nodiscard]] std::string describe() const { return "range_distance(" + written_type<Q>() + ")"; }

  friend constexpr bool operator==(RangeDistance, RangeDistance) = default;
};

/// 0 if x and y are the same value, else 1.
struct DiscreteDistance {
  using Distance = std::uint32_t;
  static constexpr bool accepts_nan = true;

  [[nodiscard]] std::string describe() const { return "discrete_distance()"; }

  friend constexpr bool operator==(DiscreteDistance, DiscreteDistance) = default;
};

}  // namespace scrim
