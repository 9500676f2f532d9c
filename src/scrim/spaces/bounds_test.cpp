#include "scrim/spaces/bounds.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace scrim::bounds_test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The message of the invalid_argument that check_bounds throws, or "accepted".
template <Number T>
std::string refusal(Bounds<T> bounds) {
  try {
    check_bounds(bounds, "make_clamp");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    return error.what();
  }
  return "accepted";
}

TEST(CheckBounds, accepts_lower_not_above_upper) {
  EXPECT_EQ(refusal(Bounds{0, 0}), "accepted");
  EXPECT_EQ(refusal(Bounds{-1.0, 1.0}), "accepted");
  EXPECT_EQ(refusal(Bounds{-inf, inf}), "accepted");
  EXPECT_EQ(refusal(Bounds{inf, inf}), "accepted");
  EXPECT_EQ(refusal(Bounds<std::int64_t>{std::numeric_limits<std::int64_t>::min(),
                                         std::numeric_limits<std::int64_t>::max()}),
            "accepted");
}

TEST(CheckBounds, takes_the_two_zeros_for_one) {
  EXPECT_EQ(refusal(Bounds{0.0, -0.0}), "accepted");
  EXPECT_EQ(refusal(Bounds{-0.0, 0.0}), "accepted");
  EXPECT_EQ((Bounds{0.0, -0.0}), (Bounds{-0.0, 0.0}));
}

TEST(CheckBounds, says_what_was_given_and_what_is_accepted) {
  EXPECT_EQ(refusal(Bounds{5, 3}),
            "make_clamp: lower bound 5 is above upper bound 3; give bounds with lower <= upper");
  EXPECT_EQ(refusal(Bounds{0.1, -inf}),
            "make_clamp: lower bound 0.1 is above upper bound -inf; give bounds with lower <= "
            "upper");
}

TEST(CheckBounds, refuses_the_least_inversion) {
  EXPECT_NE(refusal(Bounds{std::numeric_limits<double>::denorm_min(), 0.0}), "accepted");
  EXPECT_NE(refusal(Bounds<std::uint64_t>{1, 0}), "accepted");
  EXPECT_NE(refusal(Bounds<std::int8_t>{0, -128}), "accepted");
}

TEST(CheckBounds, refuses_nan_on_either_side) {
  EXPECT_EQ(refusal(Bounds{nan, 1.0}),
            "make_clamp: lower bound is NaN; give bounds that are numbers, with lower <= upper");
  EXPECT_EQ(refusal(Bounds{1.0, nan}),
            "make_clamp: upper bound is NaN; give bounds that are numbers, with lower <= upper");
  EXPECT_NE(refusal(Bounds{nan, nan}), "accepted");
  EXPECT_NE(refusal(Bounds{-std::numeric_limits<float>::quiet_NaN(), 1.0f}), "accepted");
}

TEST(Bounds, compare_by_both_ends) {
  EXPECT_EQ((Bounds{1, 2}), (Bounds{1, 2}));
  EXPECT_NE((Bounds{1, 2}), (Bounds{1, 3}));
  EXPECT_NE((Bounds{0, 2}), (Bounds{1, 2}));
}

}  // namespace
}  // namespace scrim::bounds_test
