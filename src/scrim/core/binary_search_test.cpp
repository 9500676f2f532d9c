#include "scrim/core/binary_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "support/error_of.hpp"

namespace scrim::binary_search_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(BinarySearch, finds_the_smallest_true_value_to_the_last_bit) {
  int calls = 0;
  const double root = binary_search<double>(
      [&](double x) {
        ++calls;
        return x * x >= 2.0;
      },
      {0.0, 1e300});
  EXPECT_TRUE(root * root >= 2.0);
  const double below = std::nextafter(root, 0.0);
  EXPECT_FALSE(below * below >= 2.0);
  EXPECT_LE(calls, 66);
}

TEST(BinarySearch, finds_the_largest_true_value) {
  EXPECT_EQ(binary_search<std::uint32_t>([](std::uint32_t d) { return d <= 12'345; }), 12'345U);
  EXPECT_EQ(binary_search<double>([](double x) { return x < 1.0; }, {0.0, 2.0}),
            std::nextafter(1.0, 0.0));
}

template <class T>
class BinarySearchOn : public testing::Test {};
using Numbers = testing::Types<std::int8_t, std::uint8_t, std::int32_t, std::int64_t, std::uint64_t,
                               float, double>;
TYPED_TEST_SUITE(BinarySearchOn, Numbers);

TYPED_TEST(BinarySearchOn, finds_every_boundary_up_to_the_ends_of_the_type) {
  using Limits = std::numeric_limits<TypeParam>;
  const Bounds<TypeParam> all{Limits::lowest(), Limits::max()};
  const auto half = static_cast<TypeParam>(Limits::max() / TypeParam{2});
  for (const TypeParam boundary :
       {Limits::lowest(), TypeParam{0}, TypeParam{1}, TypeParam{17}, half, Limits::max()}) {
    if (boundary != Limits::lowest()) {
      EXPECT_EQ((binary_search<TypeParam>([&](TypeParam x) { return x >= boundary; }, all)),
                boundary);
    }
    if (boundary != Limits::max()) {
      EXPECT_EQ((binary_search<TypeParam>([&](TypeParam x) { return x <= boundary; }, all)),
                boundary);
    }
  }
}

TEST(BinarySearch, crosses_zero_and_reaches_infinities) {
  EXPECT_EQ(binary_search<double>([](double x) { return x >= 5e-324; }, {-1.0, 1.0}), 5e-324);
  EXPECT_EQ(binary_search<double>([](double x) { return x == infinity; }, {0.0, infinity}),
            infinity);
  EXPECT_EQ(binary_search<double>([](double x) { return x < 0.0; }, {-1.0, 1.0}), -5e-324);
}

TEST(BinarySearch, says_so_when_the_answer_does_not_change) {
  SCRIM_EXPECT_ERROR(binary_search<double>([](double) { return true; }, {0.0, 1.0}),
                     ErrorKind::no_answer, "true at both ends", "[0, 1]", "bounds");
  SCRIM_EXPECT_ERROR(binary_search<double>([](double) { return false; }), ErrorKind::no_answer,
                     "false at both ends");
}

TEST(BinarySearch, refuses_inverted_bounds) {
  SCRIM_EXPECT_ERROR(binary_search<double>([](double x) { return x > 0.5; }, {1.0, 0.0}),
                     ErrorKind::invalid_argument, "binary_search");
}

}  // namespace
}  // namespace scrim::binary_search_test
