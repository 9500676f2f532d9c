// Metrics on values: how far apart two numbers, or two vectors of numbers, are.
//
// Proof: value_metrics.proof.md
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/distance_of_vectors.hpp"
#include "scrim/spaces/exact_distance.hpp"

namespace scrim {

// `distance` serves to check maps; no release computes it, so its errors may depend on the values.
// It is the exact distance, rounded up once to Q: never too small, and the tightest such value. It
// throws overflow where an integer Q is too narrow, and invalid_argument for vectors of different
// sizes. Same values are at distance 0, equal infinities included; an infinity or a NaN is
// infinitely far from everything else. `accepts_nan` says whether NaN may lie in the domain.

namespace metrics {

/// Throws invalid_argument, in the name of `who`, unless d is a number of at least 0.
template <Number Q>
void require_distance(Q d, std::string_view who) {
  if (!(d >= Q{0})) {  // written so that NaN is refused too
    fail(ErrorKind::invalid_argument, std::string(who) + ": " + describe_value(d) +
                                          " is no distance; give a number of at least 0");
  }
}

}  // namespace metrics

/// |x - y|.
template <Number Q>
struct AbsoluteDistance {
  using Distance = Q;
  static constexpr bool accepts_nan = false;

  template <Number T>
  [[nodiscard]] Q distance(T x, T y) const {
    return exact::absolute_distance<Q>(x, y);
  }

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

  template <Number T>
  [[nodiscard]] Q distance(std::span<const T> x, std::span<const T> y) const {
    rows::require_equal_sizes(x.size(), y.size(), "LpDistance");
    return exact::lp_distance<Q>(static_cast<unsigned>(P), x, y);
  }

  template <Number T>
  [[nodiscard]] Q distance(const std::vector<T>& x, const std::vector<T>& y) const {
    return rows::distance_of_vectors(*this, x, y);
  }

  [[nodiscard]] std::string describe() const {
    return "l" + std::to_string(P) + "_distance(" + written_type<Q>() + ")";
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

  template <Number T>
  [[nodiscard]] Q distance(std::span<const T> x, std::span<const T> y) const {
    rows::require_equal_sizes(x.size(), y.size(), "LInfDistance");
    const Q largest = exact::largest_distance<Q>(x, y);
    return monotonic ? std::max(largest, exact::range_distance<Q>(x, y)) : largest;
  }

  template <Number T>
  [[nodiscard]] Q distance(const std::vector<T>& x, const std::vector<T>& y) const {
    return rows::distance_of_vectors(*this, x, y);
  }

  /// A bound on the RangeDistance of vectors that are d-close: d if monotonic, else 2d rounded up.
  /// Precondition (checked): d is at least 0; 2d fits Q.
  [[nodiscard]] Q range_distance(Q d) const {
    metrics::require_distance(d, "LInfDistance");
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

  template <Number T>
  [[nodiscard]] Q distance(std::span<const T> x, std::span<const T> y) const {
    rows::require_equal_sizes(x.size(), y.size(), "RangeDistance");
    return exact::range_distance<Q>(x, y);
  }

  template <Number T>
  [[nodiscard]] Q distance(const std::vector<T>& x, const std::vector<T>& y) const {
    return rows::distance_of_vectors(*this, x, y);
  }

  /// d itself: so that a mechanism over either metric is written once.
  /// Precondition (checked): d is at least 0.
  [[nodiscard]] Q range_distance(Q d) const {
    metrics::require_distance(d, "RangeDistance");
    return d;
  }

  [[nodiscard]] std::string describe() const { return "range_distance(" + written_type<Q>() + ")"; }

  friend constexpr bool operator==(RangeDistance, RangeDistance) = default;
};

/// 0 if x and y are the same value, else 1.
struct DiscreteDistance {
  using Distance = std::uint32_t;
  static constexpr bool accepts_nan = true;

  template <class T>
  [[nodiscard]] Distance distance(const T& x, const T& y) const {
    return is_same(x, y) ? 0 : 1;
  }

  [[nodiscard]] std::string describe() const { return "discrete_distance()"; }

  friend constexpr bool operator==(DiscreteDistance, DiscreteDistance) = default;

 private:
  // What holds values is compared value by value: its own operator == would set NaN apart from NaN.
  template <class T>
  [[nodiscard]] static bool is_same(const T& x, const T& y) {
    if constexpr (Atom<T>) {
      return same_value(x, y);
    } else if constexpr (std::ranges::input_range<const T>) {
      using Entry = std::ranges::range_value_t<const T>;
      return std::ranges::equal(
          x, y, [](const Entry& a, const Entry& b) { return is_same<Entry>(a, b); });
    } else if constexpr (requires { x.has_value(); }) {
      return x.has_value() == y.has_value() && (!x.has_value() || is_same(*x, *y));
    } else if constexpr (requires { std::tuple_size<T>::value; }) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return (is_same(std::get<I>(x), std::get<I>(y)) && ...);
      }(std::make_index_sequence<std::tuple_size_v<T>>());
    } else {
      return x == y;
    }
  }
};

}  // namespace scrim
