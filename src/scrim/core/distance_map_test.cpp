#include "scrim/core/distance_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "support/error_of.hpp"

namespace scrim {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(DistanceMap, from_constant_is_the_relation_of_the_seeds) {
  const auto map = DistanceMap<std::uint32_t, std::uint64_t>::from_constant(3);
  for (std::uint32_t d_in = 0; d_in < 10; ++d_in) {
    EXPECT_EQ(map.forward(d_in), 3 * std::uint64_t{d_in});
    for (std::uint64_t d_out = 0; d_out < 40; ++d_out) {
      EXPECT_EQ(map.check(d_in, d_out), d_out >= 3 * std::uint64_t{d_in});
    }
  }
  for (std::uint64_t d_out = 0; d_out < 40; ++d_out) EXPECT_EQ(map.backward(d_out), d_out / 3);
}

TEST(DistanceMap, from_constant_rounds_floats_up_and_back_down) {
  const auto map = DistanceMap<double, double>::from_constant(0.1);
  EXPECT_EQ(map.forward(3.0), std::nextafter(0.3, 1.0));  // 3 * 0.1 is above 0.3 as a real
  for (const double d_out : {0.0, 5e-324, 0.3, 1.0 / 3.0, 7.0, 1e308, infinity}) {
    EXPECT_LE(map.forward(map.backward(d_out)), d_out);
  }
}

TEST(DistanceMap, from_constant_maps_back_to_the_largest_distance_there_is) {
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ((DistanceMap<std::uint32_t, std::uint64_t>::from_constant(0).backward(0)), most);
  EXPECT_EQ(
      (DistanceMap<std::uint32_t, std::uint64_t>::from_constant(1).backward(~std::uint64_t{0})),
      most);
  EXPECT_EQ((DistanceMap<double, double>::from_constant(0.0).backward(0.0)), infinity);
  EXPECT_EQ((DistanceMap<std::uint32_t, double>::from_constant(0.5).backward(infinity)), most);
}

TEST(DistanceMap, from_constant_takes_zero_times_infinity_for_zero) {
  EXPECT_EQ((DistanceMap<double, double>::from_constant(0.0).forward(infinity)), 0.0);
  EXPECT_EQ((DistanceMap<double, double>::from_constant(infinity).forward(0.0)), 0.0);
  EXPECT_EQ((DistanceMap<double, double>::from_constant(infinity).backward(3.0)), 0.0);
}

// Beyond 2^53 an integer distance is rounded up on its way to a double; the inverse accounts for
// it.
TEST(DistanceMap, from_constant_maps_back_soundly_from_integers_that_no_double_holds) {
  const auto map = DistanceMap<std::uint64_t, double>::from_constant(3.0);
  for (const double d_out : {0x1p54, 0x1p60 + 0x1p20, 3.0 * (0x1p53 + 2.0)}) {
    const std::uint64_t d_in = map.backward(d_out);
    EXPECT_LE(map.forward(d_in), d_out);
    EXPECT_GT(map.forward(d_in + 1), d_out);
  }
}

TEST(DistanceMap, from_monotone_finds_the_inverse) {
  const auto map = DistanceMap<std::uint32_t, std::uint64_t>::from_monotone(
      [](std::uint32_t d_in) { return std::uint64_t{d_in} * d_in; });
  EXPECT_EQ(map.backward(0), 0U);
  EXPECT_EQ(map.backward(99), 9U);
  EXPECT_EQ(map.backward(100), 10U);
  EXPECT_EQ(map.backward(~std::uint64_t{0}), ~std::uint32_t{0});
}

TEST(DistanceMap, throws_on_overflow_but_checks_false) {
  const auto map = DistanceMap<std::uint64_t, std::uint64_t>::from_constant(2);
  SCRIM_EXPECT_ERROR(map.forward(std::uint64_t{1} << 63), ErrorKind::overflow, "");
  EXPECT_FALSE(map.check(std::uint64_t{1} << 63, ~std::uint64_t{0}));
}

TEST(DistanceMap, refuses_what_is_no_distance) {
  const auto map = DistanceMap<double, double>::from_constant(1.0);
  SCRIM_EXPECT_ERROR(map.forward(nan), ErrorKind::invalid_argument, "d_in is NaN", "at least 0");
  SCRIM_EXPECT_ERROR(map.forward(-1.5), ErrorKind::invalid_argument, "d_in is -1.5");
  SCRIM_EXPECT_ERROR(map.backward(nan), ErrorKind::invalid_argument, "d_out");
  SCRIM_EXPECT_ERROR(map.check(1.0, -2.0), ErrorKind::invalid_argument, "d_out");
  SCRIM_EXPECT_ERROR((DistanceMap<double, double>::from_constant(-1.0)),
                     ErrorKind::invalid_argument, "constant");
}

TEST(DistanceMap, says_what_to_do_without_a_backward_form) {
  const DistanceMap<double, double> map([](double d_in) { return d_in; });
  EXPECT_FALSE(map.has_backward());
  SCRIM_EXPECT_ERROR(map.backward(1.0), ErrorKind::no_answer, "binary_search");
}

TEST(ChainMaps, composes_forward_and_backward) {
  const auto first = DistanceMap<std::uint32_t, std::uint64_t>::from_constant(3);
  const auto second = DistanceMap<std::uint64_t, double>::from_constant(0.25);
  const auto chain = chain_maps(first, second);
  EXPECT_EQ(chain.forward(4), 3.0);
  EXPECT_EQ(chain.backward(3.0), 4U);
  EXPECT_EQ(chain.backward(2.9), 3U);
  EXPECT_TRUE(chain.check(4, 3.0));
  EXPECT_FALSE(chain.check(5, 3.0));
}

TEST(ChainMaps, has_no_backward_form_where_a_part_has_none) {
  const auto first = DistanceMap<double, double>::from_constant(3.0);
  const DistanceMap<double, double> second([](double d_in) { return d_in; });
  EXPECT_FALSE(chain_maps(first, second).has_backward());
  EXPECT_FALSE(chain_maps(second, first).has_backward());
}

}  // namespace
}  // namespace scrim
