#include "scrim/measurements/geometric/make_geometric.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "scrim/spaces/space.hpp"
#include "support/error_of.hpp"

namespace scrim::make_geometric_test {
namespace {

using Limits = std::numeric_limits<std::int64_t>;

auto of_one(double scale, std::optional<Bounds<std::int64_t>> bounds = std::nullopt) {
  return make_geometric(atom_domain<std::int64_t>(), AbsoluteDistance<std::uint64_t>{},
                        MaxDivergence{}, scale, bounds);
}

auto of_many(double scale, std::optional<Bounds<std::int64_t>> bounds = std::nullopt) {
  return make_geometric(vector_domain<std::int64_t>(), LpDistance<1, double>{}, MaxDivergence{},
                        scale, bounds);
}

TEST(MakeGeometric, costs_what_laplace_noise_costs_with_bounds_and_without) {
  for (const double scale : {7.0 / 5.0, 10.0, 1e6 + 1.0 / 3.0}) {
    const auto laplace = make_laplace(vector_domain<std::int64_t>(), LpDistance<1, double>{},
                                      MaxDivergence{}, {.scale = scale});
    for (const double d : {0.0, 1.0, 7.0}) {
      EXPECT_EQ(of_many(scale).map(d), laplace.map(d));
      EXPECT_EQ(of_many(scale, Bounds<std::int64_t>{0, 3}).map(d), laplace.map(d));
    }
    const auto concentrated =
        make_geometric(atom_domain<std::int64_t>(), AbsoluteDistance<std::uint64_t>{},
                       ZeroConcentratedDivergence{}, scale, Bounds<std::int64_t>{0, 3});
    EXPECT_EQ(concentrated.map(2), laplace_loss(ZeroConcentratedDivergence{}, 2.0, scale));
  }
  EXPECT_EQ(of_one(10.0).map(1), 0.1);
}

TEST(MakeGeometric, stays_within_bounds_and_comes_to_both) {
  for (const std::size_t size : {1U, 2U, 2047U, 2048U, 2049U}) {  // drawn singly, and in bulk
    const auto noise = of_many(1e6 + 1.0 / 3.0, Bounds<std::int64_t>{-3, 5});
    std::map<std::int64_t, int> seen;
    for (std::size_t drawn = 0; drawn < 4096; drawn += size) {
      for (const std::int64_t noisy : noise.invoke(std::vector<std::int64_t>(size, 1))) {
        ++seen[noisy];
        ASSERT_TRUE(noisy >= -3 && noisy <= 5) << noisy;
      }
    }
    // Strictly within bounds with a probability of 4e-6, and so 100 of 4096 never.
    EXPECT_GT(seen[-3] + seen[5], 3996) << size;
    EXPECT_GT(seen[-3], 1500) << size;  // half of them; fewer by chance below 1e-60
    EXPECT_GT(seen[5], 1500) << size;
  }
  const auto one = of_one(10.0, Bounds<std::int64_t>{0, 100});
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t noisy = one.invoke(0);
    ASSERT_TRUE(noisy >= 0 && noisy <= 100) << noisy;
  }
}

TEST(MakeGeometric, bounds_what_is_released_and_not_what_is_given) {
  EXPECT_EQ(of_one(0.0, Bounds<std::int64_t>{0, 10}).invoke(25), 10);
  EXPECT_EQ(of_one(0.0, Bounds<std::int64_t>{0, 10}).invoke(Limits::min()), 0);
  EXPECT_EQ(of_one(0.0).invoke(25), 25);
  EXPECT_EQ(
      of_many(0.0, Bounds<std::int64_t>{-1, 2}).invoke(std::vector<std::int64_t>{-9, -1, 2, 3}),
      (std::vector<std::int64_t>{-1, -1, 2, 2}));
  EXPECT_EQ(of_one(10.0, Bounds<std::int64_t>{7, 7}).invoke(3), 7);  // bounds of equal ends
  EXPECT_TRUE(
      of_many(10.0, Bounds<std::int64_t>{0, 1}).invoke(std::vector<std::int64_t>{}).empty());
  const auto whole = of_one(0x1p70, Bounds<std::int64_t>{Limits::min(), Limits::max()});
  EXPECT_NE(whole.invoke(0), 0);  // otherwise with a probability below 2^-70
}

TEST(MakeGeometric, refuses_scales_and_bounds_that_are_none_in_its_own_name) {
  for (const double scale : {-0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    SCRIM_EXPECT_ERROR(of_one(scale), ErrorKind::invalid_argument, "make_geometric", "scale is");
  }
  SCRIM_EXPECT_ERROR(of_one(1.0, Bounds<std::int64_t>{2, 1}), ErrorKind::invalid_argument,
                     "make_geometric", "lower bound 2 is above upper bound 1");
}

TEST(MakeGeometric, chains) {
  const auto space = Space{vector_domain<std::uint8_t>(), LpDistance<1, std::uint8_t>{}};
  EXPECT_EQ((space >> then_geometric(MaxDivergence{}, 4.0)).map(1), 0.25);
  const auto bounded = space >> then_geometric(MaxDivergence{}, 4.0, Bounds<std::uint8_t>{10, 12});
  EXPECT_EQ(bounded.map(2), 0.5);
  for (const std::uint8_t noisy : bounded.invoke(std::vector<std::uint8_t>(100, 0))) {
    EXPECT_TRUE(noisy >= 10 && noisy <= 12);
  }
}

}  // namespace
}  // namespace scrim::make_geometric_test
