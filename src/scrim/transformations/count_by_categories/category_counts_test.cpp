#include "scrim/transformations/count_by_categories/category_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::category_counts_test {
namespace {

/// Counts, and by definition.
template <class T>
void expect_counts(const std::vector<T>& categories, const std::vector<T>& rows) {
  CategoryCounts<T> counts(categories);
  counts.update(rows);
  std::vector<std::uint64_t> expected;
  for (const T category : categories) {
    expected.push_back(static_cast<std::uint64_t>(std::count(rows.begin(), rows.end(), category)));
  }
  EXPECT_EQ(counts.finish(), expected);
  expected.push_back(rows.size() - std::accumulate(expected.begin(), expected.end(), 0U));
  CategoryCounts<T> all(categories, OtherRows::counted);
  all.update(rows);
  EXPECT_EQ(all.finish(), expected);
}

TEST(CategoryCounts, are_the_same_whether_categories_lie_close_or_far) {
  using Limits = std::numeric_limits<std::int64_t>;
  std::vector<std::int64_t> rows;
  for (std::int64_t i = -2000; i < 5000; ++i) rows.push_back(i * i % 1500 - 200);
  rows.insert(rows.end(), {Limits::min(), Limits::max(), Limits::min() + 1, -1, 1 << 20});
  expect_counts<std::int64_t>({3, -2, 0, 100, 99}, rows);
  expect_counts<std::int64_t>({3, -2, 0, 100, 1 << 20}, rows);
  expect_counts<std::int64_t>({Limits::max(), -1, Limits::min()}, rows);
  expect_counts<std::int64_t>({Limits::max()}, rows);
  expect_counts<std::int64_t>({Limits::min(), Limits::min() + 1}, rows);
  expect_counts<std::uint8_t>({255, 0, 7}, {0, 7, 7, 255, 254, 1, 0});
}

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

TEST(CategoryCounts, saturate_where_rows_come_out_of_a_dictionary) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const TextDictionary dictionary({"b", "a", "?"});
  const std::vector<std::uint32_t> codes = {1, 0, 2, 1};
  CategoryCounts<std::string_view> counts({"a", "b"}, OtherRows::counted);
  counts.update(TextRows(dictionary, std::span(codes).first(1)));
  for (int doubling = 0; doubling < 64; ++doubling) {
    counts.merge(CategoryCounts<std::string_view>(counts));
  }
  EXPECT_EQ(counts.finish(), (std::vector<std::uint64_t>{most, 0, 0}));
  counts.update(TextRows(dictionary, codes));
  EXPECT_EQ(counts.finish(), (std::vector<std::uint64_t>{most, 1, 1}));
}

TEST(CategoryCounts, count_other_rows_apart) {
  CategoryCounts<std::string> counts({"b", ""}, OtherRows::counted);
  EXPECT_EQ(counts.finish(), (std::vector<std::uint64_t>{0, 0, 0}));
  counts.update(std::vector<std::string>{"a", "b", "B", "", "b", "c"});
  EXPECT_EQ(counts.finish(), (std::vector<std::uint64_t>{2, 1, 3}));
  counts.merge(CategoryCounts<std::string>(counts));
  EXPECT_EQ(counts.finish(), (std::vector<std::uint64_t>{4, 2, 6}));
}

TEST(CategoryCounts, with_and_without_other_rows_are_not_taken_for_each_other) {
  const CategoryCounts<int> without({7, 8});
  const CategoryCounts<int> with({7, 8}, OtherRows::counted);
  EXPECT_FALSE(with.identity() == without.identity());
  EXPECT_EQ(with.identity(), CategoryCounts<int>({7, 8}, OtherRows::counted).identity());
}

TEST(CategoryCounts, are_loaded_as_they_were_saved) {
  for (const OtherRows others : {OtherRows::left_out, OtherRows::counted}) {
    CategoryCounts<int> counts({7, 8}, others);
    counts.update(std::vector{8, 7, 8, 1, 2, 3});
    StateWriter writer;
    counts.save(writer);
    CategoryCounts<int> loaded({7, 8}, others);
    StateReader reader(writer.bytes());
    loaded.load(reader);
    EXPECT_EQ(loaded.finish(), counts.finish());
    loaded.update(std::vector{7, 1});
    counts.update(std::vector{7, 1});
    EXPECT_EQ(loaded.finish(), counts.finish());
  }
}

}  // namespace
}  // namespace scrim::category_counts_test
