#include "scrim/spaces/person_weight_distance.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "support/error_of.hpp"

namespace scrim::person_weight_distance_test {
namespace {

/// The largest w with w sqrt(keys) <= weight, in integers.
bool is_floor_of_share(std::uint64_t share, std::uint64_t weight, std::uint64_t keys) {
  return share * share * keys <= weight * weight &&
         (share + 1) * (share + 1) * keys > weight * weight;
}

TEST(WeightInEach, is_the_weight_over_the_root_rounded_down) {
  for (std::uint64_t weight = 1; weight <= 60; ++weight) {
    for (std::uint64_t keys = 1; keys <= weight * weight; ++keys) {
      ASSERT_TRUE(is_floor_of_share(weight_in_each(weight, keys), weight, keys))
          << weight << " among " << keys;
    }
    EXPECT_EQ(weight_in_each(weight, 1), weight);
    EXPECT_EQ(weight_in_each(weight, weight * weight), 1U);
    EXPECT_EQ(weight_in_each(weight, weight * weight + 1), 0U);
  }
  for (const std::uint64_t weight : {999U, 1000U, 46'341U, 65'535U, 65'536U}) {
    for (const std::uint64_t keys : {1U, 2U, 3U, 4U, 5U, 7U, 99U, 100U, 4095U, 65'537U, 998'001U}) {
      if (keys > weight * weight) continue;
      EXPECT_TRUE(is_floor_of_share(weight_in_each(weight, keys), weight, keys))
          << weight << " among " << keys;
    }
  }
  EXPECT_EQ(weight_in_each(100, 2), 70U);
}

TEST(PersonWeightDistance, is_told_by_both_numbers) {
  const PersonWeightDistance metric{.weight = 200, .groups = 4};
  EXPECT_EQ(metric.describe(), "person_weight_distance(weight=200, groups=4)");
  EXPECT_FALSE(metric == (PersonWeightDistance{.weight = 200, .groups = 3}));
  EXPECT_FALSE(metric == (PersonWeightDistance{.weight = 201, .groups = 4}));
  static_assert(MetricSpace<KeyedCountsDomain<std::int64_t>, PersonWeightDistance>);
}

TEST(PersonWeightDistance, refuses_weights_that_leave_nothing_for_a_key) {
  const auto check = [](std::uint64_t weight, std::uint64_t groups) {
    check_person_weight({.weight = weight, .groups = groups}, "who");
  };
  check(1, 1);
  check(2, 4);
  check(largest_person_weight, largest_person_weight * largest_person_weight);
  SCRIM_EXPECT_ERROR(check(0, 1), ErrorKind::invalid_argument, "who", "weight of a person is 0");
  SCRIM_EXPECT_ERROR(check(65'537, 1), ErrorKind::invalid_argument, "65537", "from 1 to 65536");
  SCRIM_EXPECT_ERROR(check(2, 5), ErrorKind::invalid_argument, "2 shared out among 5", "less than");
  SCRIM_EXPECT_ERROR(check(2, 0), ErrorKind::invalid_argument, "0 groups");
}

}  // namespace
}  // namespace scrim::person_weight_distance_test
