#include "scrim/combinators/convert_measure/make_convert_measure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/accounting/conversions.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "support/error_of.hpp"

namespace scrim::make_convert_measure_test {
namespace {

auto selection(std::size_t k, double scale) {
  return make_report_noisy_top_k(vector_domain<double>(), RangeDistance<double>{},
                                 RangeDivergence{},
                                 {.k = k, .scale = scale, .optimize = Optimize::max});
}

TEST(ConvertMeasure, takes_a_range_for_an_epsilon) {
  const auto pure = make_convert_measure(selection(1, 0.5), MaxDivergence{});
  EXPECT_EQ(pure.map(1.5), 3.0);
  EXPECT_EQ(pure.privacy_map().backward(3.0), 1.5);
}

TEST(ConvertMeasure, takes_what_a_range_is_worth_for_rho) {
  const auto concentrated = make_convert_measure(selection(1, 0.5), ZeroConcentratedDivergence{});
  EXPECT_EQ(concentrated.map(1.5), rho_of_range(3.0));
  EXPECT_EQ(concentrated.privacy_map().backward(rho_of_range(3.0)), 1.5);
}

TEST(ConvertMeasure, agrees_with_the_price_of_the_measure_itself_for_one_selection) {
  const auto direct = make_report_noisy_top_k(vector_domain<double>(), RangeDistance<double>{},
                                              ZeroConcentratedDivergence{},
                                              {.k = 1, .scale = 1.4, .optimize = Optimize::max});
  EXPECT_EQ(make_convert_measure(selection(1, 1.4), ZeroConcentratedDivergence{}).map(0.3),
            direct.map(0.3));
}

auto laplace(double scale) {
  return make_laplace(atom_domain<std::int64_t>(), AbsoluteDistance<double>{}, MaxDivergence{},
                      {.scale = scale});
}

auto gaussian(double scale) {
  return make_gaussian(atom_domain<std::int64_t>(), AbsoluteDistance<double>{},
                       ZeroConcentratedDivergence{}, {.scale = scale});
}

TEST(ConvertMeasure, knows_what_an_epsilon_is_worth) {
  const auto noise = laplace(2.0);
  EXPECT_EQ(make_convert_measure(noise, ZeroConcentratedDivergence{}).map(3.0),
            rho_of_epsilon(1.5));
  EXPECT_EQ(make_convert_measure(noise, Approximate<MaxDivergence>{}).map(3.0),
            (LossWithDelta{1.5, 0.0}));
  const RenyiDivergence at_orders({1.5, 7.0});
  EXPECT_EQ(make_convert_measure(noise, at_orders).map(3.0),
            (RenyiLosses{{renyi_of_epsilon(1.5, 1.5), renyi_of_epsilon(1.5, 7.0)}}));
}

TEST(ConvertMeasure, knows_what_a_rho_is_worth_at_a_delta) {
  const auto noise = gaussian(10.0);  // rho 1/200 at distance 1
  const auto approximate = make_convert_measure(noise, Approximate<MaxDivergence>{}, AtDelta{1e-6});
  const double rho = noise.map(1.0);
  EXPECT_EQ(approximate.map(1.0), (LossWithDelta{epsilon_of_rho(rho, 1e-6), 1e-6}));
  EXPECT_EQ(approximate.map(0.0), LossWithDelta{});
  EXPECT_TRUE(approximate.check(1.0, {1.0, 1e-5}));
  EXPECT_FALSE(approximate.check(1.0, {1.0, 1e-7}));
  EXPECT_FALSE(approximate.check(1.0, {0.1, 1e-5}));
  // The way back was tried, and goes no further than it must.
  const double back = approximate.privacy_map().backward({1.0, 1e-6});
  EXPECT_TRUE(approximate.check(back, {1.0, 1e-6}));
  EXPECT_FALSE(approximate.check(back * (1 + 1e-9), {1.0, 1e-6}));
  EXPECT_EQ(approximate.privacy_map().backward({1.0, 1e-7}), 0.0);
}

TEST(ConvertMeasure, counts_what_may_be_exceeded_already) {
  const auto map = conversion_map(Approximate<ZeroConcentratedDivergence>{},
                                  Approximate<MaxDivergence>{}, AtDelta{1e-6});
  const double rho = 0.05;
  EXPECT_EQ(map.forward({rho, 0.0}).loss, epsilon_of_rho(rho, 1e-6));
  // delta_0 + (1 - delta_0) delta' <= delta
  const double half = map.forward({rho, 5e-7}).loss;
  EXPECT_LE(5e-7 + (1 - 5e-7) * delta_of_rho(rho, half), 1e-6);
  EXPECT_NEAR(half, epsilon_of_rho(rho, 5e-7), 1e-6);
  EXPECT_EQ(map.forward({0.0, 5e-7}), (LossWithDelta{0.0, 1e-6}));
  EXPECT_EQ(map.forward({0.0, 1e-6}), (LossWithDelta{0.0, 1e-6}));
  EXPECT_EQ(map.forward({}), LossWithDelta{});
  // As much as is allowed, or more, is exceeded already: nothing can be promised.
  EXPECT_TRUE(std::isinf(map.forward({rho, 1e-6}).loss));
  EXPECT_TRUE(std::isinf(map.forward({0.0, 2e-6}).loss));
  EXPECT_FALSE(map.check({0.0, 2e-6}, {1e300, 1e-6}));
}

TEST(ConvertMeasure, keeps_a_delta) {
  const auto map =
      conversion_map(Approximate<MaxDivergence>{}, Approximate<ZeroConcentratedDivergence>{});
  EXPECT_EQ(map.forward({3.0, 1e-9}), (LossWithDelta{rho_of_epsilon(3.0), 1e-9}));
  EXPECT_NEAR(map.forward({3.0, 1e-9}).loss, 2.72, 5e-3);  // where epsilon^2 / 2 is 4.5
}

TEST(ConvertMeasure, goes_by_way_of_orders) {
  const RenyiDivergence at_orders;
  const auto renyi = make_convert_measure(gaussian(10.0), at_orders);
  const auto approximate = make_convert_measure(renyi, Approximate<MaxDivergence>{}, AtDelta{1e-6});
  const LossWithDelta loss = approximate.map(3.0);
  EXPECT_EQ(loss.delta, 1e-6);
  EXPECT_GE(loss.loss, epsilon_of_rho(gaussian(10.0).map(3.0), 1e-6));
  EXPECT_LE(loss.loss, 1.01 * epsilon_of_rho(gaussian(10.0).map(3.0), 1e-6));
  EXPECT_EQ(approximate.map(0.0), LossWithDelta{});
  EXPECT_FALSE(approximate.privacy_map().has_backward());
}

TEST(ConvertMeasure, takes_losses_for_profiles) {
  const ProfileDivergence by_profile;
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(make_convert_measure(laplace(2.0), by_profile).map(3.0),
            PrivacyProfile::of_loss({.epsilon = 1.5}));
  EXPECT_EQ(make_convert_measure(selection(1, 0.5), by_profile).map(1.5),
            PrivacyProfile::of_bounded_range(3.0));
  EXPECT_EQ(make_convert_measure(gaussian(10.0), by_profile).map(1.0),
            PrivacyProfile::of_loss({.rho = gaussian(10.0).map(1.0)}));
  EXPECT_EQ(conversion_map(Approximate<MaxDivergence>{}, by_profile).forward({0.5, 1e-9}),
            PrivacyProfile::of_loss({.epsilon = 0.5, .delta = 1e-9}));
  EXPECT_EQ(
      conversion_map(Approximate<ZeroConcentratedDivergence>{}, by_profile).forward({0.5, 1e-9}),
      PrivacyProfile::of_loss({.rho = 0.5, .delta = 1e-9}));
  // No loss, and what no profile holds.
  EXPECT_EQ(make_convert_measure(laplace(2.0), by_profile).map(0.0), PrivacyProfile{});
  EXPECT_EQ(make_convert_measure(laplace(2.0), by_profile).map(infinity),
            PrivacyProfile::nothing_promised());
  EXPECT_EQ(conversion_map(RangeDivergence{}, by_profile).forward(infinity),
            PrivacyProfile::nothing_promised());
  EXPECT_EQ(conversion_map(Approximate<MaxDivergence>{}, by_profile).forward({0.5, 1.0}),
            PrivacyProfile::nothing_promised());
}

TEST(ConvertMeasure, asks_a_profile_at_a_delta) {
  const auto noise = make_gaussian(atom_domain<std::int64_t>(), AbsoluteDistance<double>{},
                                   ProfileDivergence{}, {.scale = 10.0});
  const auto approximate = make_convert_measure(noise, Approximate<MaxDivergence>{}, AtDelta{1e-6});
  EXPECT_EQ(approximate.map(1.0), (LossWithDelta{noise.map(1.0).epsilon(1e-6), 1e-6}));
  EXPECT_LT(approximate.map(1.0).loss,
            make_convert_measure(gaussian(10.0), Approximate<MaxDivergence>{}, AtDelta{1e-6})
                .map(1.0)
                .loss);
  EXPECT_EQ(approximate.map(0.9), LossWithDelta{});  // integers are no such distance apart
  // The way back of the noise itself: how far values may move within a pair.
  const auto pair = PrivacyProfile::of_loss({.epsilon = 1.0, .delta = 1e-6});
  const double back = noise.privacy_map().backward(pair);
  EXPECT_TRUE(noise.check(back, pair));
  EXPECT_GE(back, 2.0);
  EXPECT_FALSE(noise.check(std::floor(back) + 1, pair));
}

TEST(ConvertMeasure, refuses_what_is_no_delta) {
  for (const double bad : {0.0, 1.0, -1e-6, std::numeric_limits<double>::quiet_NaN()}) {
    test::expect_error(
        [&] {
          (void)make_convert_measure(gaussian(10.0), Approximate<MaxDivergence>{}, AtDelta{bad});
        },
        ErrorKind::invalid_argument, {"delta is", "between 0 and 1"});
  }
}

TEST(ConvertMeasure, leaves_the_release_as_it_is) {
  const auto exact = make_convert_measure(selection(2, 0.0), MaxDivergence{});
  EXPECT_EQ(exact.invoke(std::vector{1.0, 3.0, 2.0}), (std::vector<std::size_t>{1, 2}));
}

}  // namespace
}  // namespace scrim::make_convert_measure_test
