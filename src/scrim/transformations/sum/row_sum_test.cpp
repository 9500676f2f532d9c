#include "scrim/transformations/sum/row_sum.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace scrim::row_sum_test {
namespace {

using Limits = std::numeric_limits<std::int64_t>;

constexpr std::int64_t most = kernels::sum_term_limit - 1;

RowSum<std::int64_t> empty() { return RowSum(Bounds{-most, most}); }

RowSum<std::int64_t> sum_of(const std::vector<std::int64_t>& rows) {
  auto sum = empty();
  sum.update(rows);
  return sum;
}

/// The state of `count` rows that are all `row`, by merging: nobody waits for 2^63 rows.
RowSum<std::int64_t> repeated(std::int64_t row, std::uint64_t count) {
  auto sum = empty();
  auto power = sum_of({row});
  for (; count != 0; count /= 2) {
    if (count % 2 != 0) sum.merge(power);
    power.merge(RowSum<std::int64_t>(power));
  }
  return sum;
}

TEST(RowSum, saturates_once_at_the_end) {
  EXPECT_EQ(sum_of({most, most}).finish(), 2 * most);
  EXPECT_EQ(sum_of({most, most, 1}).finish(), Limits::max());
  EXPECT_EQ(sum_of({most, most, most}).finish(), Limits::max());
  EXPECT_EQ(sum_of({-most, -most, -2}).finish(), Limits::min());
  EXPECT_EQ(sum_of({-most, -most, -3}).finish(), Limits::min());
  // Back from far beyond 64 bits, in any order.
  EXPECT_EQ(sum_of({most, most, most, -most, -most, -most, 5}).finish(), 5);
  EXPECT_EQ(sum_of({-most, most, -most, most, 5, -most, most}).finish(), 5);
}

TEST(RowSum, holds_more_rows_than_anyone_has) {
  for (const std::uint64_t rows : {(std::uint64_t{1} << 63) - 1, ~std::uint64_t{0}}) {
    auto sum = repeated(most, rows);
    EXPECT_EQ(sum.finish(), Limits::max());
    sum.merge(repeated(-most, rows - 1));
    EXPECT_EQ(sum.finish(), most);  // to the last row: nothing was lost on the way
    sum.merge(repeated(-most, rows));
    EXPECT_EQ(sum.finish(), Limits::min());
    sum.merge(repeated(most, rows));
    sum.update(std::vector{-most, std::int64_t{-7}});
    EXPECT_EQ(sum.finish(), -7);
  }
}

TEST(RowSum, is_loaded_as_it_was_saved) {
  for (const std::int64_t row : {most, -most, std::int64_t{-1}, std::int64_t{0}}) {
    auto sum = repeated(row, ~std::uint64_t{0});
    StateWriter writer;
    sum.save(writer);
    EXPECT_EQ(writer.bytes().size(), 16U);
    auto loaded = empty();
    StateReader reader(writer.bytes());
    loaded.load(reader);
    EXPECT_TRUE(reader.is_at_end());
    loaded.merge(repeated(-row, ~std::uint64_t{0} - 1));
    EXPECT_EQ(loaded.finish(), row);
  }
}

TEST(RowSum, takes_rows_outside_the_domain_for_the_nearer_bound) {
  RowSum<std::int64_t> sum(Bounds<std::int64_t>{-3, 5});
  sum.update(std::vector{Limits::min(), Limits::max(), std::int64_t{-4}, std::int64_t{6}});
  EXPECT_EQ(sum.finish(), 4);
  RowSum<std::uint64_t> unsigned_sum(Bounds<std::uint64_t>{2, 5});
  unsigned_sum.update(std::vector<std::uint64_t>{0, ~std::uint64_t{0}, 3});
  EXPECT_EQ(unsigned_sum.finish(), 10);
}

TEST(RowSum, knows_its_type_and_its_bounds) {
  const auto identity = RowSum(Bounds<std::int64_t>{-3, 5}).identity();
  EXPECT_EQ(identity, RowSum(Bounds<std::int64_t>{-3, 5}).identity());
  EXPECT_NE(identity, RowSum(Bounds<std::int64_t>{-2, 5}).identity());
  EXPECT_NE(identity, RowSum(Bounds<std::int64_t>{-3, 4}).identity());
  EXPECT_NE(identity, RowSum(Bounds<std::int32_t>{-3, 5}).identity());
}

}  // namespace
}  // namespace scrim::row_sum_test
