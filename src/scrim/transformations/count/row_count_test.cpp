#include "scrim/transformations/count/row_count.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrim::row_count_test {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

/// The state after 2^doublings rows.
RowCount doubled(int doublings) {
  const std::vector<int> row{7};
  RowCount count;
  count.update(std::span(row));
  for (int i = 0; i < doublings; ++i) count.merge(RowCount(count));
  return count;
}

TEST(RowCount, adds_up_blocks_and_parts) {
  const std::vector<int> rows(5);
  RowCount count;
  EXPECT_EQ(count.finish(), 0);
  count.update(std::span(rows));
  count.update(std::span(rows).first(0));
  RowCount other;
  other.update(std::span(rows).first(2));
  count.merge(other);
  EXPECT_EQ(count.finish(), 7);
}

// No run reads 2^63 rows, but merged and loaded runs may claim to have, and then read on.
TEST(RowCount, stays_at_the_largest_signed_number) {
  EXPECT_EQ(doubled(62).finish(), std::int64_t{1} << 62);
  EXPECT_EQ(doubled(63).finish(), most);
  RowCount count = doubled(63);
  count.merge(doubled(0));
  EXPECT_EQ(count.finish(), most);
}

TEST(RowCount, saturates_instead_of_wrapping) {
  RowCount count = doubled(64);
  EXPECT_EQ(count.finish(), most);
  const std::vector<int> rows(3);
  count.update(std::span(rows));
  EXPECT_EQ(count.finish(), most);
  count.merge(count);
  EXPECT_EQ(count.finish(), most);
}

}  // namespace
}  // namespace scrim::row_count_test
