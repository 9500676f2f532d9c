#include "scrim/spaces/renyi_divergence.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "scrim/errors/error.hpp"
#include "scrim/spaces/distance.hpp"
#include "scrim/spaces/measures.hpp"
#include "support/error_of.hpp"

namespace scrim::renyi_divergence_test {
namespace {

static_assert(Distance<RenyiLosses>);
static_assert(Measure<RenyiDivergence>);

TEST(RenyiLosses, lie_within_losses_that_are_no_smaller_at_any_order) {
  EXPECT_TRUE(within(RenyiLosses{{1.0, 2.0}}, RenyiLosses{{1.0, 2.5}}));
  EXPECT_FALSE(within(RenyiLosses{{1.0, 2.0}}, RenyiLosses{{1.5, 1.5}}));
  EXPECT_FALSE(within(RenyiLosses{{1.0, 2.0}}, RenyiLosses{{1.0, 2.0, 3.0}}));
}

TEST(RenyiLosses, are_zero_at_every_order_if_there_are_none) {
  EXPECT_TRUE(within(RenyiLosses{}, RenyiLosses{{0.0, 1.0}}));
  EXPECT_TRUE(within(RenyiLosses{{0.0, 0.0}}, RenyiLosses{}));
  EXPECT_FALSE(within(RenyiLosses{{0.0, 1e-300}}, RenyiLosses{}));
}

TEST(RenyiLosses, are_distances_if_each_is) {
  EXPECT_TRUE(is_distance(RenyiLosses{{0.0, 1.0}}));
  EXPECT_FALSE(is_distance(RenyiLosses{{0.0, -1.0}}));
  EXPECT_FALSE(is_distance(RenyiLosses{{std::numeric_limits<double>::quiet_NaN()}}));
}

TEST(RenyiDivergence, refuses_what_is_no_order) {
  const auto refusal = [](const std::vector<double>& orders) {
    return test::error_of([&] { (void)RenyiDivergence(orders); }).kind;
  };
  EXPECT_EQ(refusal({}), ErrorKind::invalid_argument);
  EXPECT_EQ(refusal({1.0, 2.0}), ErrorKind::invalid_argument);
  EXPECT_EQ(refusal({3.0, 2.0}), ErrorKind::invalid_argument);
  EXPECT_EQ(refusal({2.0, 2.0}), ErrorKind::invalid_argument);
  EXPECT_EQ(refusal({2.0, std::numeric_limits<double>::infinity()}), ErrorKind::invalid_argument);
  EXPECT_EQ(refusal({2.0, std::numeric_limits<double>::quiet_NaN()}), ErrorKind::invalid_argument);
}

TEST(RenyiDivergence, is_told_from_one_at_other_orders) {
  EXPECT_EQ(RenyiDivergence({2.0, 3.0}), RenyiDivergence({2.0, 3.0}));
  EXPECT_NE(RenyiDivergence({2.0, 3.0}), RenyiDivergence({2.0, 4.0}));
  EXPECT_EQ(RenyiDivergence({1.5, 2.0}).describe(), "renyi_divergence([1.5, 2])");
}

}  // namespace
}  // namespace scrim::renyi_divergence_test
