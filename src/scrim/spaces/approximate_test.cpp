#include "scrim/spaces/approximate.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace scrim::approximate_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

static_assert(Distance<LossWithDelta>);
static_assert(Measure<Approximate<MaxDivergence>>);
static_assert(Measure<Approximate<ZeroConcentratedDivergence>>);

TEST(LossWithDelta, is_a_distance_if_both_parts_are) {
  EXPECT_TRUE(is_distance(LossWithDelta{0.5, 1e-6}));
  EXPECT_TRUE(is_distance(LossWithDelta{}));
  EXPECT_FALSE(is_distance(LossWithDelta{nan, 0.0}));
  EXPECT_FALSE(is_distance(LossWithDelta{0.0, nan}));
  EXPECT_FALSE(is_distance(LossWithDelta{-1.0, 0.0}));
  EXPECT_FALSE(is_distance(LossWithDelta{0.0, -1e-300}));
}

TEST(LossWithDelta, lies_within_what_is_no_smaller_in_either_part) {
  const LossWithDelta larger_loss{1.0, 0.0};
  const LossWithDelta larger_delta{0.5, 1e-6};
  EXPECT_TRUE(within(larger_loss, larger_loss));
  EXPECT_TRUE(within(LossWithDelta{}, larger_delta));
  EXPECT_TRUE(within(larger_delta, LossWithDelta{1.0, 1e-6}));
  EXPECT_FALSE(within(larger_loss, larger_delta));
  EXPECT_FALSE(within(larger_delta, larger_loss));
}

TEST(Approximate, says_what_it_is) {
  EXPECT_EQ(Approximate<MaxDivergence>{}.describe(), "approximate(max_divergence())");
  EXPECT_EQ(Approximate<ZeroConcentratedDivergence>{}.describe(),
            "approximate(zero_concentrated_divergence())");
  EXPECT_EQ(Approximate<MaxDivergence>::parameter, "(epsilon, delta)");
  EXPECT_EQ(Approximate<ZeroConcentratedDivergence>::parameter, "(rho, delta)");
  EXPECT_EQ(describe_distance(LossWithDelta{0.5, 1e-6}), "(0.5, 1e-06)");
}

}  // namespace
}  // namespace scrim::approximate_test
