#include "scrim/transformations/count_by_categories/category_counts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace scrim::category_counts_test {
namespace {

// No run reads 2^64 rows, but merged and loaded runs may claim to have, and then read on.
TEST(CategoryCounts, saturate_instead_of_wrapping) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  CategoryCounts<int> counts({7, 8});
  counts.update(std::vector{7});
  for (int doubling = 0; doubling < 63; ++doubling) counts.merge(CategoryCounts<int>(counts));
  EXPECT_EQ(counts.finish(), (std::vector<std::uint64_t>{std::uint64_t{1} << 63, 0}));
  counts.merge(CategoryCounts<int>(counts));
  EXPECT_EQ(counts.finish(), (std::vector<std::uint64_t>{most, 0}));

  CategoryCounts<int> more({7, 8});
  more.update(std::vector{7, 8});
  counts.merge(more);
  EXPECT_EQ(counts.finish(), (std::vector<std::uint64_t>{most, 1}));

  // A row read afterwards moves the count by nothing, not by all of it.
  counts.update(std::vector{7});
  EXPECT_EQ(counts.finish(), (std::vector<std::uint64_t>{most, 1}));

  counts.update(std::vector{7, 8, 7});
  EXPECT_EQ(counts.finish(), (std::vector<std::uint64_t>{most, 2}));
}

}  // namespace
}  // namespace scrim::category_counts_test
