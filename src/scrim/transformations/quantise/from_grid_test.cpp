#include "scrim/transformations/quantise/from_grid.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace scrim::from_grid_test {
namespace {

TEST(FromGrid, multiplies_by_a_power_of_two) {
  EXPECT_EQ(from_grid(3, 0), 3.0);
  EXPECT_EQ(from_grid(-3, -10), -0x3p-10);
  EXPECT_EQ(from_grid(5, 1000), 0x5p1000);
  EXPECT_EQ(from_grid(1, -1074), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(from_grid(0, -2044), 0.0);
}

TEST(FromGrid, rounds_to_the_nearest) {
  EXPECT_EQ(from_grid((std::int64_t{1} << 53) + 1, 3), 0x1p56);
  EXPECT_EQ(from_grid((std::int64_t{1} << 53) + 3, 3), (0x1p53 + 4) * 8);
  EXPECT_EQ(from_grid(std::numeric_limits<std::int64_t>::min(), -63), -1.0);
  EXPECT_EQ(from_grid(1, 2044), std::numeric_limits<double>::infinity());
  EXPECT_EQ(from_grid(std::numeric_limits<std::int64_t>::max(), -2044), 0.0);
}

TEST(FromGrid, does_the_same_to_each_number) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> steps{0, 1, -1, 3, most, -most, -most - 1, (std::int64_t{1} << 53) + 1};
  for (std::int64_t each = 1; each < most / 3; each = each * 3 + 1) steps.push_back(each);
  for (const int exponent : {-1022, -1021, -1000, -30, 0, 7, 970, 1022}) {
    const auto values = from_grid(steps, exponent);
    ASSERT_EQ(values.size(), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      EXPECT_EQ(values[i], from_grid(steps[i], exponent)) << steps[i] << " " << exponent;
    }
  }
}

}  // namespace
}  // namespace scrim::from_grid_test
