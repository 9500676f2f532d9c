#include "scrim/spaces/value_metrics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/errors/error.hpp"
#include "support/distances/value_distances.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"

namespace scrim::value_metrics_test {
namespace {

using test::datasets_of_size;
using test::error_of;

using Limits = std::numeric_limits<double>;
using Signed = std::numeric_limits<std::int64_t>;
constexpr double inf = Limits::infinity();
constexpr double nan = Limits::quiet_NaN();

const std::vector<double> edge_doubles = {
    -inf, -Limits::max(), -1.0, -0.0, 0.0, Limits::denorm_min(), 1.0, Limits::max(), inf, nan};
const std::vector<std::int64_t> edge_integers = {Signed::min(),     Signed::min() + 1, -1, 0, 1,
                                                 Signed::max() - 1, Signed::max()};

// value_metrics.proof.md

template <Number Q, Number T>
void expect_range_distance_sound_and_tight(const std::vector<std::vector<T>>& vectors) {
  for (const bool monotonic : {false, true}) {
    const LInfDistance<Q> metric{monotonic};
    bool attained = false;
    for (const auto& x : vectors) {
      for (const auto& y : vectors) {
        const Q range = distance(RangeDistance<Q>{}, x, y);
        const Q bound = metric.range_distance(distance(metric, x, y));
        ASSERT_LE(range, bound);
        attained |= range == bound && range > Q{0};
      }
    }
    EXPECT_TRUE(attained) << "monotonic = " << monotonic;
  }
}

TEST(RangeDistanceOfLInf, is_sound_and_tight) {
  expect_range_distance_sound_and_tight<int>(datasets_of_size<int>({-2, 0, 1, 3}, 3));
  expect_range_distance_sound_and_tight<double>(datasets_of_size(edge_doubles, 2));
  expect_range_distance_sound_and_tight<double>(datasets_of_size(edge_integers, 2));
  expect_range_distance_sound_and_tight<float>(
      datasets_of_size<double>({-0.1, 0.1, 1e-60, 7.0}, 3));
}

TEST(RangeDistanceOfLInf, covers_sums_of_steps_that_each_move_one_way) {
  // Two steps, each of which moves every entry by 0 or 1 in a direction of its own: the sum may
  // move entries both ways, and is still within 2 under the monotonic metric.
  const LInfDistance<int> metric{.monotonic = true};
  const std::vector<int> origin{0, 0, 0};
  int most = 0;
  for (const auto& first : datasets_of_size<int>({0, 1}, 3)) {
    for (const auto& second : datasets_of_size<int>({0, 1}, 3)) {
      for (const int sign : {-1, 1}) {
        std::vector<int> sum;
        for (std::size_t i = 0; i < 3; ++i) sum.push_back(first[i] + sign * second[i]);
        EXPECT_LE(distance(metric, origin, first), 1);
        most = std::max(most, distance(metric, origin, sum));
      }
    }
  }
  EXPECT_EQ(most, 2);
}

TEST(RangeDistanceOfLInf, doubles_unless_monotonic) {
  EXPECT_EQ(LInfDistance<int>{false}.range_distance(21), 42);
  EXPECT_EQ(LInfDistance<int>{true}.range_distance(21), 21);
  EXPECT_EQ(LInfDistance<double>{}.range_distance(0.1), 0.2);
  EXPECT_EQ(LInfDistance<double>{}.range_distance(Limits::denorm_min()), 2 * Limits::denorm_min());
  EXPECT_EQ(LInfDistance<double>{}.range_distance(Limits::max()), inf);
  EXPECT_EQ(LInfDistance<double>{}.range_distance(inf), inf);
  EXPECT_EQ(LInfDistance<double>{}.range_distance(-0.0), 0.0);
  EXPECT_EQ(RangeDistance<int>{}.range_distance(21), 21);
}

TEST(RangeDistanceOfLInf, is_checked) {
  EXPECT_EQ(LInfDistance<std::int8_t>{}.range_distance(63), 126);
  EXPECT_EQ(error_of([] { (void)LInfDistance<std::int8_t>{}.range_distance(64); }).kind,
            ErrorKind::overflow);
  EXPECT_EQ(LInfDistance<std::int8_t>{true}.range_distance(127), 127);
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  EXPECT_EQ(error_of([] { (void)LInfDistance<std::uint64_t>{}.range_distance(half); }).kind,
            ErrorKind::overflow);
  for (const bool monotonic : {false, true}) {
    const LInfDistance<double> metric{monotonic};
    EXPECT_EQ(error_of([&] { (void)metric.range_distance(nan); }).kind,
              ErrorKind::invalid_argument);
    EXPECT_EQ(error_of([&] { (void)metric.range_distance(-1.0); }).kind,
              ErrorKind::invalid_argument);
  }
  EXPECT_EQ(error_of([] { (void)RangeDistance<double>{}.range_distance(nan); }).kind,
            ErrorKind::invalid_argument);
}

TEST(ValueMetrics, describe_and_compare) {
  EXPECT_EQ(AbsoluteDistance<double>{}.describe(), "absolute_distance(float)");
  EXPECT_EQ((LpDistance<2, float>{}.describe()), "l2_distance(\"float32\")");
  EXPECT_EQ(LInfDistance<std::uint64_t>{}.describe(), "linf_distance(\"uint64\")");
  EXPECT_EQ(LInfDistance<std::uint64_t>{true}.describe(),
            "linf_distance(\"uint64\", monotonic=True)");
  EXPECT_EQ(RangeDistance<int>{}.describe(), "range_distance(\"int32\")");
  EXPECT_EQ(DiscreteDistance{}.describe(), "discrete_distance()");
  EXPECT_EQ(LInfDistance<int>{}, LInfDistance<int>{false});
  EXPECT_NE(LInfDistance<int>{}, LInfDistance<int>{true});
  EXPECT_EQ(AbsoluteDistance<double>{}, AbsoluteDistance<double>{});
}

}  // namespace
}  // namespace scrim::value_metrics_test
