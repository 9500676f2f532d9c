#include "scrim/spaces/distance.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/core/distance_map.hpp"
#include "support/arithmetic_settings.hpp"
#include "support/error_of.hpp"

namespace mine {

/// A distance of two numbers, as a user would write it: not every two of them can be compared.
struct Pair {
  double epsilon = 0.0;
  double delta = 0.0;
};
bool is_distance(const Pair& d) {
  return scrim::is_distance(d.epsilon) && scrim::is_distance(d.delta) && d.delta <= 1.0;
}
bool within(const Pair& a, const Pair& b) { return a.epsilon <= b.epsilon && a.delta <= b.delta; }
std::string describe_distance(const Pair& d) {
  return "(" + std::to_string(d.epsilon) + ", " + std::to_string(d.delta) + ")";
}

}  // namespace mine

namespace scrim::distance_test {
namespace {

template <class Q>
class FloatDistance : public testing::Test {};
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(FloatDistance, FloatTypes);

TYPED_TEST(FloatDistance, is_a_number_that_is_not_negative) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const TypeParam d : {TypeParam{0}, -TypeParam{0}, Limits::denorm_min(), Limits::min(),
                            TypeParam{1}, Limits::max(), Limits::infinity()}) {
    EXPECT_TRUE(is_distance(d)) << d;
  }
  for (const TypeParam d :
       {Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::signaling_NaN(), -Limits::denorm_min(),
        -Limits::min(), TypeParam{-1}, Limits::lowest(), -Limits::infinity()}) {
    EXPECT_FALSE(is_distance(d)) << d;
  }
}

/// Comparing with 0 would take the smallest negative numbers for 0 here.
TYPED_TEST(FloatDistance, is_the_same_under_every_setting_of_the_processor) {
  volatile TypeParam tiny = std::numeric_limits<TypeParam>::denorm_min();
  for (const auto& setting : test::arithmetic_settings()) {
    const test::ForcedArithmetic forced(setting);
    EXPECT_TRUE(is_distance(static_cast<TypeParam>(tiny))) << setting.name;
    EXPECT_FALSE(is_distance(static_cast<TypeParam>(-tiny))) << setting.name;
  }
}

TEST(IntegerDistance, is_not_negative) {
  EXPECT_TRUE(is_distance(0));
  EXPECT_TRUE(is_distance(std::numeric_limits<std::int64_t>::max()));
  EXPECT_TRUE(is_distance(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_TRUE(is_distance(std::uint32_t{0}));
  EXPECT_FALSE(is_distance(-1));
  EXPECT_FALSE(is_distance(std::int8_t{-128}));
}

TEST(NumberDistance, lies_within_what_is_no_smaller) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(within(1.0, 1.0));
  EXPECT_TRUE(within(-0.0, 0.0));
  EXPECT_TRUE(within(0.0, -0.0));
  EXPECT_TRUE(within(infinity, infinity));
  EXPECT_FALSE(within(infinity, std::numeric_limits<double>::max()));
  EXPECT_FALSE(within(0.1 + 0.2, 0.3));
  EXPECT_FALSE(within(std::uint64_t{1} << 63, (std::uint64_t{1} << 63) - 1));
}

TEST(NumberDistance, is_described_to_the_digit) {
  EXPECT_EQ(describe_distance(0.1), "0.1");
  EXPECT_NE(describe_distance(0.1 + 0.2), describe_distance(0.3));
  EXPECT_EQ(describe_distance(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
}

TEST(CheckDistance, says_what_is_none) {
  EXPECT_NO_THROW(check_distance(0.0, "d_in"));
  EXPECT_NO_THROW(check_distance(std::uint32_t{7}, "d_in"));
  const auto text = [](double d) {
    const auto error = test::error_of([&] { check_distance(d, "d_out"); });
    EXPECT_EQ(error.kind, ErrorKind::invalid_argument);
    return error.text;
  };
  EXPECT_EQ(text(-0.5), "d_out is -0.5; a distance is a number of at least 0");
  EXPECT_EQ(text(std::numeric_limits<double>::quiet_NaN()),
            "d_out is NaN; a distance is a number of at least 0");
}

TEST(Distance, is_open_for_others) {
  static_assert(Distance<double> && Distance<float> && Distance<std::uint32_t>);
  static_assert(Distance<mine::Pair>);
  static_assert(!Distance<std::string> && !Distance<bool> && !Distance<std::vector<double>>);
  struct WithoutOrder {};
  static_assert(!Distance<WithoutOrder>);
}

/// A partial order: of two distances neither may lie within the other.
TEST(Distance, of_another_kind_goes_through_maps) {
  using Map = DistanceMap<std::uint32_t, mine::Pair>;
  const Map map([](std::uint32_t d_in) { return mine::Pair{0.5 * d_in, 0.25 * d_in}; });
  EXPECT_EQ(map.forward(2).epsilon, 1.0);
  EXPECT_TRUE(map.check(2, {1.0, 0.5}));
  EXPECT_FALSE(map.check(2, {2.0, 0.4}));
  EXPECT_FALSE(map.check(2, {0.9, 1.0}));
  SCRIM_EXPECT_ERROR(map.check(1, {-1.0, 0.0}), ErrorKind::invalid_argument, "d_out is (-1.0");
  const auto chain = chain_maps(DistanceMap<std::uint32_t, std::uint32_t>::from_constant(2),
                                map.between("A", "B"));
  EXPECT_TRUE(chain.check(1, {1.0, 0.5}));
  EXPECT_FALSE(chain.check(1, {1.0, 0.25}));
  SCRIM_EXPECT_ERROR(chain.backward({1.0, 1.0}), ErrorKind::no_answer, "no backward map");
}

}  // namespace
}  // namespace scrim::distance_test
