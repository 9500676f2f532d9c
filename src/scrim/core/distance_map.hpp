// How far outputs may lie apart, given how far inputs lie apart: stability and privacy maps.
#pragma once

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "scrim/columns/describe.hpp"
#include "scrim/core/binary_search.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

namespace distance {

/// Not NaN and not negative. By its bits, not by comparing it with 0: a processor that is told to
/// take subnormal numbers for zeros finds the negative ones equal to 0.
template <Number Q>
[[nodiscard]] bool is_distance(Q d) {
  if constexpr (Float<Q>) {
    const bool is_negative_zero = std::bit_cast<search::Bits<Q>>(d) == search::top_bit<Q>;
    return !std::isnan(d) && (!std::signbit(d) || is_negative_zero);
  } else {
    return d >= Q{0};
  }
}

}  // namespace distance

/// Throws unless d is a distance: not NaN, not negative. `name` is "d_in" or "d_out".
template <Number Q>
void check_distance(Q d, const char* name) {
  if (!distance::is_distance(d)) {
    fail(ErrorKind::invalid_argument,
         std::string(name) + " is " + describe_value(d) + "; a distance is a number of at least 0");
  }
}

/// A map from input distances to output distances.
///
/// Both directions compute strictly (strict_arithmetic.hpp), so that no setting of the processor
/// makes a distance come out smaller.
///
/// forward(d_in) is a sound d_out: d_in-close inputs have d_out-close outputs. It never understates
/// (floats round up) and throws ErrorKind::overflow rather than wrap.
/// backward(d_out), where it exists, is a d_in with forward(d_in) <= d_out, as large as is known.
template <Number QI, Number QO>
class DistanceMap {
 public:
  using Forward = std::function<QO(QI)>;
  using Backward = std::function<QI(QO)>;

  explicit DistanceMap(Forward forward, Backward backward = nullptr)
      : forward_(std::move(forward)), backward_(std::move(backward)) {}

  /// The map `forward`, with the inverse that a search over it finds.
  /// Precondition (caller): forward never falls, and is 0 at 0.
  [[nodiscard]] static DistanceMap from_monotone(Forward forward) {
    const DistanceMap one_way(forward);
    return DistanceMap(std::move(forward), [one_way](QO d_out) {
      const auto is_within = [&](QI d_in) { return one_way.check(d_in, d_out); };
      if (is_within(largest_distance())) return largest_distance();
      return binary_search<QI>(is_within, Bounds<QI>{QI{0}, largest_distance()});
    });
  }

  /// The map d_out = constant * d_in, with its inverse.
  [[nodiscard]] static DistanceMap from_constant(QO constant) {
    check_distance(constant, "the constant of a map");
    return from_monotone([constant](QI d_in) {
      // Zero times an infinity is zero here, not NaN: equal inputs, or an output that never moves.
      if (d_in == QI{0} || constant == QO{0}) return QO{0};
      return mul_up(cast_up<QO>(d_in), constant);
    });
  }

  [[nodiscard]] QO forward(QI d_in) const {
    return strictly([&] { return forward_step(d_in); });
  }

  [[nodiscard]] bool has_backward() const noexcept { return backward_ != nullptr; }

  [[nodiscard]] QI backward(QO d_out) const {
    return strictly([&] { return backward_step(d_out); });
  }

  /// True only if d_in-close inputs are certain to have d_out-close outputs. A forward value that
  /// does not fit its type exceeds every d_out, so the answer is then false, not an error.
  [[nodiscard]] bool check(QI d_in, QO d_out) const {
    check_distance(d_out, "d_out");
    try {
      return strictly([&] { return forward_step(d_in) <= d_out; });
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::overflow) return false;
      throw;
    }
  }

  /// The largest input distance there is: what a map that ignores its input maps back to.
  [[nodiscard]] static constexpr QI largest_distance() {
    return std::numeric_limits<QI>::has_infinity ? std::numeric_limits<QI>::infinity()
                                                 : std::numeric_limits<QI>::max();
  }

 private:
  template <Number QA, Number QB, Number QC>
  friend DistanceMap<QA, QC> chain_maps(const DistanceMap<QA, QB>& first,
                                        const DistanceMap<QB, QC>& second);

  // Within a call that already computes strictly.

  [[nodiscard]] QO forward_step(QI d_in) const {
    check_distance(d_in, "d_in");
    return forward_(d_in);
  }

  [[nodiscard]] QI backward_step(QO d_out) const {
    check_distance(d_out, "d_out");
    if (!has_backward()) {
      fail(ErrorKind::no_answer,
           "this map has no backward form; search with binary_search over check instead");
    }
    return backward_(d_out);
  }

  Forward forward_;
  Backward backward_;
};

/// Between two metrics.
template <Number QI, Number QO>
using StabilityMap = DistanceMap<QI, QO>;

/// From a metric to a measure; every measure's distance is a double.
template <Number QI>
using PrivacyMap = DistanceMap<QI, double>;

/// The map of a function applied after another: the middle distance is the first one's forward
/// value, and the chain has a backward form where both have one.
template <Number QI, Number QM, Number QO>
[[nodiscard]] DistanceMap<QI, QO> chain_maps(const DistanceMap<QI, QM>& first,
                                             const DistanceMap<QM, QO>& second) {
  typename DistanceMap<QI, QO>::Backward backward = nullptr;
  if (first.has_backward() && second.has_backward()) {
    backward = [first, second](QO d_out) {
      return first.backward_step(second.backward_step(d_out));
    };
  }
  return DistanceMap<QI, QO>(
      [first, second](QI d_in) { return second.forward_step(first.forward_step(d_in)); },
      std::move(backward));
}

}  // namespace scrim
