// Laws of every distance map: 0 at 0, never falling, and its other two forms say the same.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "scrim/columns/describe.hpp"
#include "scrim/core/binary_search.hpp"
#include "scrim/core/distance_map.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim::test {

/// Distances at which maps are tempted to go wrong, in increasing order.
template <Number Q>
[[nodiscard]] std::vector<Q> ugly_distances() {
  using Limits = std::numeric_limits<Q>;
  if constexpr (Float<Q>) {
    return {Q{0},
            Limits::denorm_min(),
            Limits::min(),
            static_cast<Q>(0.1),
            Q{1} / Q{3},
            Q{1},
            Q{2},
            Q{3},
            Q{10},
            static_cast<Q>(1e6 + 1.0 / 3.0),
            Limits::max() / Q{2},
            Limits::max(),
            Limits::infinity()};
  } else {
    std::vector<Q> distances{0, 1, 2, 3, 4, 5, 6, 7, 99};
    for (const Q part : {Q{4}, Q{2}, Q{1}}) {
      const auto distance = static_cast<Q>(Limits::max() / part);
      distances.insert(distances.end(), {static_cast<Q>(distance - 1), distance});
    }
    std::sort(distances.begin(), distances.end());
    return distances;
  }
}

/// forward(d_in), or nothing where the value does not fit its type: it then exceeds every other.
template <Number QI, Number QO>
[[nodiscard]] std::optional<QO> forward_if_it_fits(const DistanceMap<QI, QO>& map, QI d_in) {
  try {
    return map.forward(d_in);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::overflow) throw;
    return std::nullopt;
  }
}

namespace maps {

/// The next larger distance, if there is one.
template <Number Q>
[[nodiscard]] std::optional<Q> next(Q d) {
  if (d == DistanceMap<Q, Q>::largest_distance()) return std::nullopt;
  return search::at_position<Q>(
      static_cast<search::Bits<Q>>(search::position(d) + search::Bits<Q>{1}));
}

template <Number Q>
[[nodiscard]] std::optional<Q> previous(Q d) {
  if (d == Q{0}) return std::nullopt;
  return search::at_position<Q>(
      static_cast<search::Bits<Q>>(search::position(d) - search::Bits<Q>{1}));
}

/// Every forward value with its neighbours on both sides, and some of no relation to the map; each
/// once, because backward() may take thousands of exact logarithms for one.
template <Number QI, Number QO>
[[nodiscard]] std::vector<QO> telling_outputs(const DistanceMap<QI, QO>& map) {
  std::vector<QO> outputs = ugly_distances<QO>();
  for (const QI d_in : ugly_distances<QI>()) {
    const auto d_out = forward_if_it_fits(map, d_in);
    if (!d_out) continue;
    for (const auto value : {previous(*d_out), d_out, next(*d_out)}) {
      const bool is_new =
          value && std::find(outputs.begin(), outputs.end(), *value) == outputs.end();
      if (is_new) outputs.push_back(*value);
    }
  }
  return outputs;
}

}  // namespace maps

template <Number QI, Number QO>
void expect_map_never_falls(const DistanceMap<QI, QO>& map) {
  EXPECT_EQ(map.forward(QI{0}), QO{0}) << "equal inputs have equal outputs";
  std::optional<QO> below = QO{0};
  for (const QI d_in : ugly_distances<QI>()) {
    const auto d_out = forward_if_it_fits(map, d_in);
    EXPECT_TRUE(!d_out || (below && *below <= *d_out))
        << "the map falls, or is NaN, at d_in = " << describe_value(d_in);
    below = d_out;
  }
}

template <Number QI, Number QO>
void expect_check_agrees(const DistanceMap<QI, QO>& map) {
  const auto outputs = maps::telling_outputs(map);
  for (const QI d_in : ugly_distances<QI>()) {
    const auto forward = forward_if_it_fits(map, d_in);
    for (const QO d_out : outputs) {
      EXPECT_EQ(map.check(d_in, d_out), forward && *forward <= d_out)
          << "check(" << describe_value(d_in) << ", " << describe_value(d_out) << ")";
    }
  }
}

/// backward(d_out) is a distance that is allowed, and the next larger one is not.
template <Number QI, Number QO>
void expect_backward_is_the_largest(const DistanceMap<QI, QO>& map) {
  ASSERT_TRUE(map.has_backward());
  for (const QO d_out : maps::telling_outputs(map)) {
    const QI d_in = map.backward(d_out);
    EXPECT_TRUE(map.check(d_in, d_out)) << "backward(" << describe_value(d_out)
                                        << ") = " << describe_value(d_in) << " is not allowed";
    const auto larger = maps::next(d_in);
    EXPECT_TRUE(!larger || !map.check(*larger, d_out))
        << "backward(" << describe_value(d_out) << ") = " << describe_value(d_in)
        << " is not the largest";
  }
}

template <Number QI, Number QO>
void expect_map_laws(const DistanceMap<QI, QO>& map) {
  expect_map_never_falls(map);
  expect_check_agrees(map);
  expect_backward_is_the_largest(map);
}

/// The same for losses that are only partly ordered: 0 at 0, never falling, and check says what
/// forward does.
template <Number QI, Distance QO>
  requires(!Number<QO>)
void expect_map_laws(const DistanceMap<QI, QO>& map) {
  EXPECT_TRUE(within(map.forward(QI{0}), QO{})) << "equal inputs have equal outputs";
  std::vector<QO> values;
  for (const QI d_in : ugly_distances<QI>()) values.push_back(map.forward(d_in));
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_TRUE(i == 0 || within(values[i - 1], values[i]))
        << "the map falls at " << describe_distance(values[i]);
    for (const QO& d_out : values) {
      EXPECT_EQ(map.check(ugly_distances<QI>()[i], d_out), within(values[i], d_out))
          << describe_distance(values[i]) << " within " << describe_distance(d_out);
    }
  }
}

/// The map of a chain is the composition of the maps of its parts, overflow included.
template <Number QI, Number QM, Number QO>
void expect_map_is_composed(const DistanceMap<QI, QO>& chain, const DistanceMap<QI, QM>& first,
                            const DistanceMap<QM, QO>& second) {
  for (const QI d_in : ugly_distances<QI>()) {
    const auto middle = forward_if_it_fits(first, d_in);
    EXPECT_EQ(forward_if_it_fits(chain, d_in),
              middle ? forward_if_it_fits(second, *middle) : std::nullopt)
        << "at d_in = " << describe_value(d_in);
  }
}

}  // namespace scrim::test
