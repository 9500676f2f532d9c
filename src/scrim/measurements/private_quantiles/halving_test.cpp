#include "scrim/measurements/private_quantiles/halving.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace scrim::halving_test {
namespace {

using Counted = WantedRank::Counted;

WantedRank fraction(std::uint64_t num, std::uint64_t den) {
  return {Counted::as_fraction, {num, den}, 0};
}
const WantedRank minimum{Counted::from_smallest, {0, 1}, 5};
const WantedRank maximum{Counted::from_largest, {0, 1}, 7};

std::vector<WantedRank> percentiles(std::uint64_t count) {
  std::vector<WantedRank> wanted;
  for (std::uint64_t i = 1; i <= count; ++i) wanted.push_back(fraction(i, count + 1));
  return wanted;
}

TEST(Halving, selects_one_at_once) {
  const auto halvings = halve(std::vector{fraction(50, 100)});
  ASSERT_EQ(halvings.size(), 1);
  EXPECT_EQ(halvings[0].rank, fraction(50, 100));  // as it was written
  EXPECT_EQ(levels_of(halvings), 1);
  EXPECT_EQ(halvings[0].parts, 1);
}

TEST(Halving, says_what_is_wanted_of_the_rows_on_a_side) {
  const auto halvings = halve(std::vector{fraction(1, 4), fraction(1, 2), fraction(9, 10)});
  ASSERT_EQ(halvings.size(), 3);
  EXPECT_EQ(halvings[0].wanted, 1);
  EXPECT_EQ(halvings[0].rank, fraction(1, 2));
  EXPECT_EQ(halvings[0].below, 1);
  EXPECT_EQ(halvings[0].above, 2);
  EXPECT_EQ(halvings[1].wanted, 0);
  EXPECT_EQ(halvings[1].rank, fraction(1, 2));  // the first quarter is half of the lower half
  EXPECT_EQ(halvings[1].upper, 1);
  EXPECT_EQ(halvings[1].lower, std::nullopt);
  EXPECT_EQ(halvings[2].rank, fraction(4, 5));
  EXPECT_EQ(halvings[2].lower, 1);
  EXPECT_EQ(halvings[2].level, 1);
}

TEST(Halving, has_no_more_levels_than_need_be) {
  for (std::uint64_t count = 1; count <= 40; ++count) {
    std::vector<WantedRank> wanted = percentiles(count);
    EXPECT_EQ(levels_of(halve(wanted)), std::bit_width(count)) << count;
    wanted.insert(wanted.begin(), minimum);
    wanted.push_back(maximum);
    EXPECT_EQ(levels_of(halve(wanted)), std::bit_width(count + 2)) << count;
  }
}

TEST(Halving, selects_everything_once) {
  for (std::uint64_t count = 1; count <= 20; ++count) {
    std::vector<std::size_t> found;
    for (const Halving& halving : halve(percentiles(count))) found.push_back(halving.wanted);
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found.size(), count);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(found[i], i);
  }
}

TEST(Halving, leaves_the_ends_for_last) {
  const auto halvings =
      halve(std::vector{minimum, fraction(1, 4), fraction(1, 2), fraction(3, 4), maximum});
  for (const Halving& halving : halvings) {
    if (halving.wanted != 0 && halving.wanted != 4) continue;
    EXPECT_FALSE(halving.below || halving.above);
    EXPECT_EQ(halving.rank, halving.wanted == 0 ? minimum : maximum);
  }
  EXPECT_EQ(levels_of(halvings), 3);
  EXPECT_EQ(levels_of(halve(std::vector{minimum, maximum})), 2);
}

TEST(Halving, cuts_ties_only_where_something_is_selected_after) {
  for (std::uint64_t count = 1; count <= 20; ++count) {
    for (const Halving& halving : halve(percentiles(count))) {
      EXPECT_EQ(halving.parts, halving.below || halving.above ? parts_of_tied_rows : 1) << count;
    }
  }
}

}  // namespace
}  // namespace scrim::halving_test
