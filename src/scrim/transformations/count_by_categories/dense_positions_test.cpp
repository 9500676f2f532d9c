#include "scrim/transformations/count_by_categories/dense_positions.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace scrim::dense_positions_test {
namespace {

template <class T>
class DensePositionsOf : public testing::Test {};
using IntegerTypes =
    testing::Types<signed char, short, int, long, long long, unsigned char, unsigned short,
                   unsigned int, unsigned long, unsigned long long>;
TYPED_TEST_SUITE(DensePositionsOf, IntegerTypes);

TYPED_TEST(DensePositionsOf, finds_what_is_in_the_list_and_nothing_else) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const auto high = static_cast<T>(Limits::max() - 5);
  const auto low = static_cast<T>(Limits::min() + 5);
  for (const std::vector<T>& values :
       {std::vector<T>{7, 3, 5}, std::vector<T>{Limits::max(), high},
        std::vector<T>{low, Limits::min()}, std::vector<T>{0}, std::vector<T>{Limits::max()}}) {
    const auto positions = DensePositions<T>::of(values);
    ASSERT_TRUE(positions);
    std::vector<T> asked = values;
    for (const T value : values) {
      // Around, which at the ends of T is at its other end.
      for (const int step : {-1, 1, 2}) {
        asked.push_back(
            static_cast<T>(static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(step)));
      }
    }
    asked.insert(asked.end(), {Limits::min(), T{0}, Limits::max()});
    for (const T value : asked) {
      auto expected = static_cast<std::uint32_t>(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] == value) expected = static_cast<std::uint32_t>(i);
      }
      EXPECT_EQ(positions->position_of(value), expected) << +value;
    }
  }
}

TEST(DensePositions, are_not_made_for_scattered_values) {
  using Limits = std::numeric_limits<std::int64_t>;
  EXPECT_FALSE(DensePositions<std::int64_t>::of({Limits::min(), Limits::max()}));
  EXPECT_FALSE(DensePositions<std::int64_t>::of({-1, Limits::max()}));
  EXPECT_FALSE(DensePositions<std::uint64_t>::of({0, ~std::uint64_t{0}}));
  EXPECT_TRUE(DensePositions<std::int64_t>::of({-1, 1022}));
  EXPECT_FALSE(DensePositions<std::int64_t>::of({-1, 1023}));
  std::vector<std::int64_t> even(1000);
  for (std::size_t i = 0; i < even.size(); ++i) even[i] = static_cast<std::int64_t>(4 * i) - 2000;
  EXPECT_TRUE(DensePositions<std::int64_t>::of(even));
  even.back() = 2001;
  EXPECT_FALSE(DensePositions<std::int64_t>::of(even));
}

}  // namespace
}  // namespace scrim::dense_positions_test
