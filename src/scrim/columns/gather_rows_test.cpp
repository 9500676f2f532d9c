#include "scrim/columns/gather_rows.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/kernels/block_rows.hpp"
#include "support/column_samples.hpp"

namespace scrim::gather_rows_test {
namespace {

/// Rows of every form of column, behind some that are not looked at.
template <class Row>
void expect_rows_of(const Column& column, bool is_dictionary) {
  const std::array fields = {
      Field{.name = "a", .type = column.type, .is_dictionary = is_dictionary, .is_nullable = true}};
  const Batch whole(fields, std::span(&column, 1));
  const std::size_t size = std::min(column.rows, block_rows);
  const Batch block = whole.subspan(column.rows - size, size);
  std::vector<std::uint8_t> truths(size);
  for (std::size_t i = 0; i < size; ++i) truths[i] = i % 3 == 1 || i % 5 == 0 ? 1 : 0;
  GatheredRows gathered;
  std::vector<std::uint32_t> memory;
  for (int repetition = 0; repetition < 2; ++repetition) {
    const auto places = places_of(truths, memory);
    const Batch some = gathered.gather(block, places);
    ASSERT_EQ(some.size(), places.size());
    EXPECT_EQ(some.fields()[0].type, some.column(0).type);
    EXPECT_EQ(some.fields()[0].name, "a");
    ColumnBuffer<Row> one;
    ColumnBuffer<Row> other;
    const auto before = read_column(block.column(0), one);
    const auto after = read_column(some.column(0), other);
    std::size_t next = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (truths[i] == 0) continue;
      ASSERT_EQ(places[next], i);
      ASSERT_EQ(before[i], after[next]) << "row " << i;
      ++next;
    }
    EXPECT_EQ(next, places.size());
    truths.assign(size, repetition == 0 ? 0 : 1);
  }
}

TEST(GatherRows, look_at_every_row_before_any_is_gathered) {
  EXPECT_TRUE(are_all({}));
  EXPECT_FALSE(has_nan({}));
  for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{63}, block_rows + 1}) {
    std::vector<std::uint8_t> truths(size, 1);
    std::vector<double> values(size, -0.0);
    EXPECT_TRUE(are_all(truths));
    EXPECT_FALSE(has_nan(values));
    for (const std::size_t place : {std::size_t{0}, size / 2, size - 1}) {
      truths[place] = 0;
      values[place] = std::numeric_limits<double>::quiet_NaN();
      EXPECT_FALSE(are_all(truths)) << place;
      EXPECT_TRUE(has_nan(values)) << place;
      // The least of its bits, and those of one with a sign.
      for (const std::uint64_t bits : {std::uint64_t{0x7ff0000000000001},
                                       std::uint64_t{0xfff0000000000001}, ~std::uint64_t{0}}) {
        values[place] = std::bit_cast<double>(bits);
        EXPECT_TRUE(has_nan(values)) << place << ' ' << bits;
      }
      truths[place] = 255;
      values[place] = -std::numeric_limits<double>::infinity();
    }
    EXPECT_TRUE(are_all(truths));
    EXPECT_FALSE(has_nan(values));
  }
}

template <class Row>
void expect_rows_of_samples() {
  for (const std::size_t size : {1UL, 9UL, block_rows, block_rows + 1}) {
    for (const auto& sample : test::samples<Row>(size)) {
      SCOPED_TRACE(sample.kind);
      expect_rows_of<Row>(sample.column, sample.column.dictionary != nullptr);
    }
  }
}

TEST(GatheredRows, are_those_at_the_places) {
  expect_rows_of_samples<double>();
  expect_rows_of_samples<std::int64_t>();
  expect_rows_of_samples<std::uint64_t>();
  expect_rows_of_samples<std::string_view>();
}

TEST(GatheredRows, of_dates_and_decimals_and_views_are_copied_as_they_are) {
  const std::vector<std::int32_t> days = {1, 2, 3, 4};
  const std::vector<std::int64_t> times = {1, 2, 3, 4};
  const std::vector<std::string_view> texts = {"a", "", "ccc", "d"};
  const std::vector<std::array<std::int64_t, 2>> decimals = {{1, 0}, {-2, -1}, {3, 0}, {4, 0}};
  const auto column = [](ColumnType type, const auto& values) {
    return Column{.type = type,
                  .rows = values.size(),
                  .values = reinterpret_cast<const std::byte*>(values.data()),
                  .stride = sizeof values[0]};
  };
  expect_rows_of<std::int64_t>(column(ColumnType::date_days32, days), false);
  expect_rows_of<std::int64_t>(column(ColumnType::time_nanoseconds, times), false);
  expect_rows_of<std::string_view>(column(ColumnType::text_here, texts), false);
  expect_rows_of<double>(column(ColumnType::decimal128, decimals), false);
}

TEST(GatheredRows, of_a_batch_without_columns_are_counted) {
  GatheredRows gathered;
  const std::vector<std::uint32_t> places = {0, 2};
  EXPECT_EQ(gathered.gather(Batch({}, {}, 3), places).size(), 2U);
}

}  // namespace
}  // namespace scrim::gather_rows_test
