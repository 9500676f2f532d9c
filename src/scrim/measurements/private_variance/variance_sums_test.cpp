#include "scrim/measurements/private_variance/variance_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "scrim/errors/error.hpp"

namespace scrim::variance_sums_test {
namespace {

using Rows = std::vector<std::int64_t>;
using Limits = std::numeric_limits<std::int64_t>;
constexpr std::int64_t most = VarianceSums::row_limit - 1;
constexpr Bounds<std::int64_t> widest{-most, most};

VarianceSums sums_of(const Rows& rows, Bounds<std::int64_t> bounds = widest) {
  VarianceSums sums(bounds);
  sums.update(rows);
  return sums;
}

/// `count` rows that are all `row`, by merging: nobody waits for 2^64 rows.
VarianceSums repeated(std::int64_t row, std::uint64_t count) {
  VarianceSums sums(widest);
  VarianceSums power = sums_of({row});
  for (; count != 0; count /= 2) {
    if (count % 2 != 0) sums.merge(power);
    power.merge(VarianceSums(power));
  }
  return sums;
}

int128 by_definition(const Rows& rows, Bounds<std::int64_t> bounds, std::int64_t center,
                     std::uint64_t offset) {
  int128 sum = 0;
  for (const std::int64_t row : rows) {
    if (row < bounds.lower || row > bounds.upper) continue;
    const int128 distance = int128{row} - center;
    sum += distance * distance - static_cast<int128>(offset);
  }
  return sum;
}

bool same(int128 a, int128 b) { return a == b; }

TEST(VarianceSums, are_squares_around_any_center) {
  std::mt19937_64 random(7);
  for (const auto& bounds : {widest, Bounds<std::int64_t>{-3, 9}, Bounds<std::int64_t>{5, 5},
                             Bounds<std::int64_t>{most - 1, most}}) {
    Rows rows{0, 1, -1, 5, 9, 10, -4, most, -most, most + 1, -most - 1};
    rows.insert(rows.end(), {Limits::min(), Limits::max(), std::int64_t{1} << 32});
    for (int i = 0; i < 3000; ++i) {
      rows.push_back(static_cast<std::int64_t>(random() >> 32) - (std::int64_t{1} << 31));
    }
    for (const std::int64_t center :
         {bounds.lower, bounds.upper, (bounds.lower + bounds.upper) / 2}) {
      for (const std::uint64_t offset :
           {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0} / 2}) {
        EXPECT_TRUE(same(sums_of(rows, bounds).squares_around(center, offset),
                         by_definition(rows, bounds, center, offset)));
      }
    }
  }
}

TEST(VarianceSums, leave_out_rows_beyond_the_bounds) {
  const VarianceSums sums = sums_of({4, 5, 6, 7, 8, Limits::min(), Limits::max()}, {5, 7});
  EXPECT_TRUE(same(sums.sum(), 18));
  EXPECT_TRUE(same(sums.squares_around(5, 0), 5));
  EXPECT_TRUE(same(sums.squares_around(5, 1), 2));  // three rows
}

TEST(VarianceSums, hold_more_rows_than_anyone_has) {
  const std::uint64_t rows = std::numeric_limits<std::uint64_t>::max();
  // As far from the center as can be, with half of the largest square taken off.
  const std::uint64_t reach = 2 * static_cast<std::uint64_t>(most);
  const std::uint64_t half = reach * reach / 2;
  const VarianceSums sums = repeated(most, rows);
  EXPECT_TRUE(same(sums.sum(), static_cast<int128>(rows) * most));
  EXPECT_TRUE(same(sums.squares_around(-most, half), static_cast<int128>(rows) * half));
  EXPECT_TRUE(same(sums.squares_around(most, half), -static_cast<int128>(rows) * half));
}

TEST(VarianceSums, are_the_same_in_any_order_and_after_loading) {
  VarianceSums one = sums_of({5, -1, 3, 12, 5}, {0, 9});
  VarianceSums other = sums_of({12, 5}, {0, 9});
  other.merge(sums_of({3, 5, -1}, {0, 9}));
  StateWriter first;
  StateWriter second;
  one.save(first);
  other.save(second);
  EXPECT_TRUE(std::ranges::equal(first.bytes(), second.bytes()));
  VarianceSums loaded({0, 9});
  StateReader reader(first.bytes());
  loaded.load(reader);
  EXPECT_TRUE(reader.is_at_end());
  EXPECT_TRUE(same(loaded.sum(), 13));
  EXPECT_TRUE(same(loaded.squares_around(4, 0), 3));
  VarianceSums cut({0, 9});
  StateReader short_reader(first.bytes().first(first.bytes().size() - 1));
  EXPECT_THROW(cut.load(short_reader), InvokeError);
  EXPECT_FALSE(VarianceSums({0, 9}).identity() == VarianceSums({0, 8}).identity());
}

}  // namespace
}  // namespace scrim::variance_sums_test
