#include "scrim/combinators/parallel/grouped_fold.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/transformations/count/row_count.hpp"
#include "support/grouped_rows.hpp"

namespace scrim::grouped_fold_test {
namespace {

using Rows = std::vector<test::GroupedRow>;

/// How many rows each of four groups has, read in parts that are then merged into the first.
std::vector<std::int64_t> counts_of(const std::vector<Rows>& parts) {
  const auto counts = grouped_fold(test::values_table(), 4, make_fold<Batch>(RowCount()));
  const auto read = [&](const Rows& rows) {
    auto state = counts.accumulation().start();
    state->update(test::BlockMemory<test::GroupedRow>(rows).block());
    state->settle();
    return state;
  };
  auto merged = read(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) merged->merge(*read(parts[i]));
  return counts.finish(*merged);
}

TEST(GroupedFold, merges_groups_that_have_rows_in_one_part_alone) {
  const Rows first = {{0, 7}, {1, -1}, {1, 7}};
  const Rows second = {{1, 7}, {3, 0}, {-1, 2}, {3, 5}, {4, 1}};
  const std::vector<std::int64_t> wanted = {1, 3, 0, 2};
  EXPECT_EQ(counts_of({first, second}), wanted);
  EXPECT_EQ(counts_of({second, first}), wanted);
  EXPECT_EQ(counts_of({{}, first, {}, second}), wanted);
}

}  // namespace
}  // namespace scrim::grouped_fold_test
