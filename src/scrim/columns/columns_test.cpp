#include "scrim/columns/columns.hpp"

#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "scrim/columns/block.hpp"
#include "support/block_memory.hpp"
#include "support/error_of.hpp"

namespace scrim::columns_test {
namespace {

using Table = Columns<double, std::optional<int>>;
using Record = std::tuple<double, std::optional<int>>;

std::vector<Record> records(std::size_t size) {
  std::vector<Record> rows;
  for (std::size_t i = 0; i < size; ++i) {
    const auto number = static_cast<int>(i);
    rows.emplace_back(0.5 * number, i % 3 == 1 ? std::nullopt : std::optional(7 * number));
  }
  return rows;
}

std::vector<Record> rows_of(const Table& table) {
  std::vector<Record> rows;
  for (std::size_t i = 0; i < table.size(); ++i) rows.push_back(table[i]);
  return rows;
}

TEST(RowsOf, is_the_block_in_which_values_are_read) {
  static_assert(std::same_as<RowsOf<double>, std::span<const double>>);
  static_assert(std::same_as<RowsOf<std::string>, std::span<const std::string>>);
  static_assert(std::same_as<RowsOf<std::optional<int>>, NullableRows<int>>);
  static_assert(std::same_as<RowsOf<Record>, Table>);
  static_assert(std::same_as<RowsOf<std::tuple<Record, int>>, Columns<Record, int>>);
  static_assert(Block<RowsOf<double>> && Block<RowsOf<std::optional<int>>> && Block<Table>);
  static_assert(Block<Columns<Record, int>>);
}

TEST(Columns, hold_in_row_i_what_their_columns_hold_there) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, block_rows - 1, block_rows + 1}) {
    const auto expected = records(size);
    const test::BlockMemory<Record> memory(expected);
    EXPECT_EQ(memory.block().size(), size);
    EXPECT_EQ(rows_of(memory.block()), expected);
  }
}

TEST(Columns, give_columns_where_they_lie) {
  const std::vector<double> numbers = {1.5, 2.5, 3.5};
  const std::array<int, 3> values = {1, 2, 3};
  const std::uint8_t bits = 0b1010'0000;
  const Table table(numbers, NullableRows<int>{values, Bitmap{&bits, 5}});
  EXPECT_EQ(table.column<0>().data(), numbers.data());
  EXPECT_EQ(table.column<1>().values.data(), values.data());
  EXPECT_EQ(table[0], Record(1.5, 1));
  EXPECT_EQ(table[1], Record(2.5, std::nullopt));
  const Table part = table.subspan(1, 2);
  EXPECT_EQ(part.column<0>().data(), numbers.data() + 1);
  EXPECT_EQ(part.column<1>().values.data(), values.data() + 1);
  EXPECT_EQ(part[0], Record(2.5, std::nullopt));
  EXPECT_EQ(part[1], Record(3.5, 3));
}

TEST(Columns, are_the_same_however_they_are_cut) {
  const auto expected = records(11);
  const test::BlockMemory<Record> memory(expected);
  const Table all = memory.block();
  for (std::size_t first = 0; first <= expected.size(); ++first) {
    for (std::size_t count = 0; first + count <= expected.size(); ++count) {
      const Table part = all.subspan(first, count);
      ASSERT_EQ(part.size(), count);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(part[i], expected[first + i]);
      // A piece of a piece.
      const Table inner = part.subspan(count / 3, count - count / 3);
      for (std::size_t i = 0; i < inner.size(); ++i) {
        ASSERT_EQ(inner[i], expected[first + count / 3 + i]);
      }
    }
  }
  for (const std::size_t length : {std::size_t{1}, std::size_t{4}, std::size_t{11}}) {
    std::vector<Record> rows;
    for_each_block(
        all,
        [&](const Table& block) {
          EXPECT_LE(block.size(), length);
          for (const Record& row : rows_of(block)) rows.push_back(row);
        },
        length);
    EXPECT_EQ(rows, expected);
  }
}

TEST(Columns, of_different_lengths_are_refused) {
  const std::vector<double> numbers(3);
  const std::vector<int> values(4);
  using Two = Columns<double, int>;
  const auto error = test::error_of([&] { (void)Two(numbers, values); });
  EXPECT_EQ(error.kind, ErrorKind::wrong_size);
  EXPECT_TRUE(error.is_invoke_error) << "the lengths of columns are those of data";
  EXPECT_FALSE(error.mentions("3") || error.mentions("4")) << error.text;
  SCRIM_EXPECT_ERROR(Two({}, values), ErrorKind::wrong_size, "differ in length");
  SCRIM_EXPECT_ERROR((Columns<int, double, int>(values, numbers, values)), ErrorKind::wrong_size,
                     "differ in length");
  EXPECT_EQ(Two({}, {}).size(), 0U);
  EXPECT_EQ(Two(numbers, std::span(values).first(3)).size(), 3U);
}

TEST(NullableRows, have_a_row_where_both_bits_are_set) {
  const std::array<int, 4> values = {1, 2, 3, 4};
  const std::uint8_t own = 0b0011'0000;
  const std::uint8_t parent = 0b0000'0101;
  const NullableRows<int> rows{values, Bitmap{&own, 4}, Bitmap{&parent, 0}};
  EXPECT_TRUE(rows.may_hold_nulls());
  EXPECT_EQ(rows[0], 1);
  EXPECT_EQ(rows[1], std::nullopt);  // null in the parent
  EXPECT_EQ(rows[2], std::nullopt);  // null itself
  EXPECT_EQ(rows[3], std::nullopt);  // both
  const auto part = rows.subspan(2, 1);
  EXPECT_EQ(part.size(), 1U);
  EXPECT_EQ(part[0], std::nullopt);
  EXPECT_EQ((NullableRows<int>{values, Bitmap{&own, 4}}.subspan(1, 3)[0]), 2);
  EXPECT_EQ((NullableRows<int>{values, {}, Bitmap{&parent, 0}}.subspan(2, 2)[0]), 3);
  EXPECT_FALSE((NullableRows<int>{values}.may_hold_nulls()));
  EXPECT_EQ((NullableRows<int>{values}[3]), 4);
}

}  // namespace
}  // namespace scrim::columns_test
