#include "scrim/transformations/count_by_categories/category_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/columns/text_rows.hpp"
#include "scrim/core/accumulation.hpp"
#include "scrim/core/state_bytes.hpp"

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

TEST(CategoryCounts, are_the_same_in_blocks_of_every_length) {
  std::mt19937_64 random(7);
  std::vector<std::int64_t> rows;
  for (int i = 0; i < 20'000; ++i) {
    // Mostly one category, some others, and rows in none.
    rows.push_back(random() % 8 != 0 ? 5 : static_cast<std::int64_t>(random() % 2000) - 500);
  }
  for (const std::size_t categories : std::vector<std::size_t>{1, 2, 63, 511, 512, 513, 1000}) {
    std::vector<std::int64_t> list(categories);
    std::iota(list.begin(), list.end(), 0);
    for (const std::size_t length :
         std::vector<std::size_t>{0, 1, 7, 8, 9, 4095, 4096, 4097, 4104, 8192, 20'000}) {
      expect_counts(list, std::vector<std::int64_t>(
                              rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(length)));
    }
  }
}

template <class T>
std::vector<std::byte> saved(const CategoryCounts<T>& counts) {
  StateWriter writer;
  counts.save(writer);
  return {writer.bytes().begin(), writer.bytes().end()};
}

/// Reads rows in pieces for all lists at once, handed over one by one, and for each alone.
template <class T>
void expect_counts_of_each_alone(const std::vector<std::vector<OwnedCategory<T>>>& lists,
                                 const std::vector<T>& rows) {
  std::vector<CategoryCounts<T>> handed;
  for (const auto& list : lists) handed.emplace_back(list, OtherRows::counted);
  handed.emplace_back(lists.front());  // and the same without other rows
  auto alone = handed;
  std::vector<const CategoryCounts<T>*> all;
  std::vector<CategoryCounts<T>*> states;
  for (auto& counts : handed) {
    all.push_back(&counts);
    states.push_back(&counts);
  }
  auto joint = CategoryCounts<T>::join(all);
  ASSERT_TRUE(joint.has_value());
  const std::span<const T> read(rows);
  for (const auto piece :
       {read.first(rows.size() / 3), read.subspan(rows.size() / 3), read.first(0)}) {
    joint->update(piece);
    joint->hand_over(states);
    for (std::size_t i = 0; i < alone.size(); ++i) {
      alone[i].update(piece);
      EXPECT_EQ(handed[i].finish(), alone[i].finish()) << "list " << i;
      EXPECT_EQ(saved(handed[i]), saved(alone[i])) << "list " << i;
    }
  }
}

static_assert(JointAccumulator<CategoryCounts<std::int64_t>, std::span<const std::int64_t>>);
static_assert(JointAccumulator<CategoryCounts<std::string_view>, TextRows>);

TEST(CategoryCounts, of_several_lists_are_those_of_each) {
  std::vector<std::int64_t> rows;
  for (std::int64_t i = -2000; i < 5000; ++i) rows.push_back(i * i % 1500 - 200);
  expect_counts_of_each_alone<std::int64_t>({{3, -2, 0, 100, 99}, {99, 500, 3}, {700}}, rows);
  expect_counts_of_each_alone<std::int64_t>({{3, -2}, {std::int64_t{1} << 40, 0, 3}}, rows);
  const std::vector<std::string_view> texts = {"a", "b", "", "a", "c", "a text that is long enough",
                                               "b"};
  expect_counts_of_each_alone<std::string_view>({{"a", "", "z"}, {"c", "b", "a"}}, texts);
}

TEST(CategoryCounts, are_read_together_where_that_is_less_work) {
  const auto is_joined = [](const std::vector<std::vector<std::int64_t>>& lists) {
    std::vector<CategoryCounts<std::int64_t>> counts(lists.begin(), lists.end());
    std::vector<const CategoryCounts<std::int64_t>*> all;
    for (const auto& each : counts) all.push_back(&each);
    return CategoryCounts<std::int64_t>::join(all).has_value();
  };
  EXPECT_TRUE(is_joined({{0, 1}, {500, 501}})) << "a table for two";
  EXPECT_FALSE(is_joined({{0, 1}, {100'000, 100'001}})) << "a hash for two tables";
  EXPECT_TRUE(is_joined({{0, 100'000}, {1, 2}})) << "a hash for one and a table";
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
