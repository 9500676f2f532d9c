#include "scrim/columns/read_column.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim::read_column_test {
namespace {

template <class Row>
using Kept = std::conditional_t<Number<Row>, Row, std::string>;

template <class Row>
struct Read {
  std::vector<Kept<Row>> rows;
  std::vector<const void*> places;
  std::size_t longest = 0;
};

/// The rows from `first` on, block by block through one buffer. Nulls are left out, or replaced.
template <class Row>
Read<Row> read(const Column& column, const std::optional<Kept<Row>>& replacement = std::nullopt,
               std::size_t first = 0) {
  Read<Row> result;
  ColumnBuffer<Row> buffer;
  for_each_block(column.subspan(first, column.rows - first), [&](const Column& piece) {
    const NullableRows<Row> block = read_column(piece, buffer);
    EXPECT_EQ(block.size(), piece.rows);
    if constexpr (Number<Row>) result.places.push_back(block.values.data());
    result.longest = std::max(result.longest, block.size());
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (const auto row = block[i]) {
        result.rows.emplace_back(*row);
      } else if (replacement) {
        result.rows.push_back(*replacement);
      }
    }
  });
  return result;
}

template <class T>
Column column_of(ColumnType type, const std::vector<T>& values) {
  return {.type = type,
          .rows = values.size(),
          .values = reinterpret_cast<const std::byte*>(values.data()),
          .stride = sizeof(T)};
}

template <class Stored>
std::vector<Stored> some_values(std::size_t size) {
  std::vector<Stored> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<Stored>(i * 7 + i / 100);
  if (size > 2) {
    values[1] = std::numeric_limits<Stored>::max();
    values[2] = std::numeric_limits<Stored>::lowest();
  }
  return values;
}

template <class Stored, class Row>
void expect_widened(ColumnType type) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{3}, block_rows - 1,
                                 block_rows, block_rows + 1, 2 * block_rows + 5}) {
    const auto values = some_values<Stored>(size);
    const std::vector<Row> expected(values.begin(), values.end());
    const auto got = read<Row>(column_of(type, values));
    EXPECT_EQ(got.rows, expected) << name(type) << " " << size;
  }
}

TEST(ReadColumn, numbers_widen) {
  expect_widened<std::int8_t, std::int64_t>(ColumnType::int8);
  expect_widened<std::int16_t, std::int64_t>(ColumnType::int16);
  expect_widened<std::int32_t, double>(ColumnType::int32);
  expect_widened<std::int64_t, std::int64_t>(ColumnType::int64);
  expect_widened<std::int64_t, double>(ColumnType::int64);
  expect_widened<std::uint8_t, std::uint64_t>(ColumnType::uint8);
  expect_widened<std::uint16_t, std::int64_t>(ColumnType::uint16);
  expect_widened<std::uint32_t, std::int64_t>(ColumnType::uint32);
  expect_widened<std::uint64_t, std::uint64_t>(ColumnType::uint64);
  expect_widened<std::uint64_t, double>(ColumnType::uint64);
  expect_widened<float, double>(ColumnType::float32);
  expect_widened<double, double>(ColumnType::float64);
}

TEST(ReadColumn, rows_that_need_no_change_are_not_moved) {
  const auto values = some_values<double>(3 * block_rows);
  const auto column = column_of(ColumnType::float64, values);
  const auto blocks_from = [](const double* first) {
    return std::vector<const void*>{first, first + block_rows, first + 2 * block_rows};
  };
  EXPECT_EQ(read<double>(column).places, blocks_from(values.data()));
  EXPECT_EQ(read<double>(column, 1.0, 5).places, blocks_from(values.data() + 5));
}

TEST(ReadColumn, rows_that_change_go_through_a_block) {
  const auto values = some_values<float>(3 * block_rows);
  const auto got = read<double>(column_of(ColumnType::float32, values));
  EXPECT_EQ(got.places, std::vector<const void*>(3, got.places.front()));
  EXPECT_EQ(got.longest, block_rows);
}

TEST(ReadColumn, strides_may_be_anything) {
  const auto values = some_values<double>(10);
  Column column = column_of(ColumnType::float64, values);
  column.rows = 5;
  column.stride = 16;
  EXPECT_EQ(read<double>(column).rows,
            (std::vector{values[0], values[2], values[4], values[6], values[8]}));
  column.values += 9 * sizeof(double);
  column.stride = -16;
  EXPECT_EQ(read<double>(column).rows,
            (std::vector{values[9], values[7], values[5], values[3], values[1]}));
  column.stride = 0;
  EXPECT_EQ(read<double>(column).rows, std::vector<double>(5, values[9]));
}

TEST(ReadColumn, rows_may_be_unaligned) {
  std::vector<std::byte> bytes(1 + 2 * sizeof(double));
  const std::array values = {1.5, 2.5};
  std::memcpy(bytes.data() + 1, values.data(), sizeof values);
  const Column column{
      .type = ColumnType::float64, .rows = 2, .values = bytes.data() + 1, .stride = sizeof(double)};
  EXPECT_EQ(read<double>(column).rows, (std::vector{1.5, 2.5}));
}

TEST(ReadColumn, booleans_are_zero_and_one) {
  const std::vector<std::uint8_t> bytes = {0, 1, 2, 255};
  EXPECT_EQ(read<std::int64_t>(column_of(ColumnType::boolean, bytes)).rows,
            (std::vector<std::int64_t>{0, 1, 1, 1}));
  const std::array<std::uint8_t, 2> bits = {0b1010'0000, 0b0000'0011};
  const Column column{.type = ColumnType::bits,
                      .rows = 5,
                      .values = reinterpret_cast<const std::byte*>(bits.data()),
                      .first_bit = 5};
  EXPECT_EQ(read<std::uint64_t>(column).rows, (std::vector<std::uint64_t>{1, 0, 1, 1, 1}));
}

TEST(ReadColumn, nulls_are_dropped_or_replaced) {
  const auto values = some_values<double>(2 * block_rows);
  std::vector<std::uint8_t> bits(2 * block_rows / 8 + 1, 0b0101'0101);
  Column column = column_of(ColumnType::float64, values);
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}, std::size_t{7}}) {
    column.is_valid = {bits.data(), first};
    std::vector<double> kept;
    std::vector<double> replaced;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool is_null = (first + i) % 2 == 1;
      if (!is_null) kept.push_back(values[i]);
      replaced.push_back(is_null ? -1.0 : values[i]);
    }
    EXPECT_EQ(read<double>(column).rows, kept);
    EXPECT_EQ(read<double>(column, -1.0).rows, replaced);
    std::swap(column.is_valid, column.parent_is_valid);
    EXPECT_EQ(read<double>(column).rows, kept);
    column.parent_is_valid = {};
  }
}

TEST(ReadColumn, a_part_has_its_own_nulls) {
  const std::vector<std::int64_t> values = {0, 1, 2, 3, 4, 5, 6, 7};
  const std::array<std::uint8_t, 1> bits = {0b1011'0111};
  Column column = column_of(ColumnType::int64, values);
  column.is_valid = {bits.data(), 0};
  EXPECT_EQ(read<std::int64_t>(column, std::nullopt, 3).rows, (std::vector<std::int64_t>{4, 5, 7}));
  std::swap(column.is_valid, column.parent_is_valid);
  EXPECT_EQ(read<std::int64_t>(column, std::nullopt, 3).rows, (std::vector<std::int64_t>{4, 5, 7}));
}

/// Whoever drops nulls is told of every one of them, also where a block has nothing else.
TEST(ReadColumn, blocks_may_hold_nothing_but_nulls) {
  const auto values = some_values<double>(3 * block_rows);
  std::vector<std::uint8_t> bits(3 * block_rows / 8, 0);
  std::fill_n(bits.begin() + block_rows / 8, block_rows / 8, std::uint8_t{255});
  Column column = column_of(ColumnType::float64, values);
  column.is_valid = {bits.data(), 0};
  const auto got = read<double>(column);
  EXPECT_EQ(got.places.size(), 3U);
  EXPECT_EQ(got.rows,
            std::vector<double>(values.begin() + block_rows, values.begin() + 2 * block_rows));
  ColumnBuffer<double> buffer;
  for (const std::size_t first : {std::size_t{0}, 2 * block_rows}) {
    const auto nulls = read_column(column.subspan(first, block_rows), buffer);
    EXPECT_TRUE(nulls.may_hold_nulls());
    for (std::size_t i = 0; i < block_rows; ++i) ASSERT_EQ(nulls.rows_at(i), 0U) << first + i;
  }
}

TEST(ReadColumn, blocks_can_be_had_in_any_order_and_size) {
  const auto values = some_values<std::int16_t>(5000);
  std::vector<std::uint8_t> bits(5000 / 8, 0b1101'1011);
  Column column = column_of(ColumnType::int16, values);
  column.is_valid = {bits.data(), 0};
  EXPECT_EQ(column.size(), 5000U);
  ColumnBuffer<std::int64_t> buffer;
  const std::vector<std::pair<std::size_t, std::size_t>> places = {{4999, 1}, {0, 3}, {3000, 2000},
                                                                   {2047, 2}, {7, 0}, {0, 2048}};
  for (const auto& [first, count] : places) {
    std::vector<std::int64_t> expected;
    for (std::size_t i = first; i < first + count; ++i) {
      if (i % 8 != 2 && i % 8 != 5) expected.push_back(values[i]);
    }
    const auto block = read_column(column.subspan(first, count), buffer);
    EXPECT_EQ(block.size(), count);
    std::vector<std::int64_t> got;
    for (std::size_t i = 0; i < count; ++i) {
      if (const auto row = block[i]) got.push_back(*row);
    }
    EXPECT_EQ(got, expected) << first << " " << count;
  }
}

TEST(ReadColumn, a_part_of_bits_begins_within_a_byte) {
  const std::array<std::uint8_t, 2> bits = {0b1010'0000, 0b0000'0011};
  const Column column{.type = ColumnType::bits,
                      .rows = 13,
                      .values = reinterpret_cast<const std::byte*>(bits.data()),
                      .first_bit = 2};
  EXPECT_EQ(read<std::uint64_t>(column.subspan(3, 5)).rows,
            (std::vector<std::uint64_t>{1, 0, 1, 1, 1}));
}

TEST(ReadColumn, texts_between_offsets) {
  const std::string text = "abbccc";
  const std::vector<std::int32_t> short_offsets = {1, 1, 3, 6};
  const std::vector<std::int64_t> long_offsets = {1, 1, 3, 6};
  const std::vector<std::string> expected = {"", "bb", "ccc"};
  Column column = column_of(ColumnType::text32, short_offsets);
  column.rows = 3;
  column.text = text.data();
  column.text_size = 6;
  const auto got = read<std::string_view>(column);
  EXPECT_EQ(got.rows, expected);
  column = column_of(ColumnType::text64, long_offsets);
  column.rows = 3;
  column.text = text.data();
  column.text_size = 6;
  EXPECT_EQ(read<std::string_view>(column).rows, expected);
}

TEST(ReadColumn, offsets_that_lead_outside_the_text_are_not_followed) {
  const std::string text = "abc";
  constexpr auto far = std::numeric_limits<std::int64_t>::max();
  constexpr auto before = std::numeric_limits<std::int64_t>::min();
  // Text 0 is right; then one that goes on behind the end, one that runs backwards, and so on.
  const std::vector<std::int64_t> offsets = {1, 3, 4, 2, -1, 2, far, before, far, 3, 3};
  Column column = column_of(ColumnType::text64, offsets);
  column.rows = offsets.size() - 1;
  column.text = text.data();
  column.text_size = 3;
  const std::string none = "\xff";
  EXPECT_EQ(read<std::string_view>(column).rows,
            (std::vector<std::string>{"bc", none, none, none, none, none, none, none, none, ""}));
  const std::vector<std::int32_t> short_offsets = {0, std::numeric_limits<std::int32_t>::max(),
                                                   std::numeric_limits<std::int32_t>::min(), 0, 3};
  column = column_of(ColumnType::text32, short_offsets);
  column.rows = 4;
  column.text = text.data();
  column.text_size = 3;
  EXPECT_EQ(read<std::string_view>(column).rows,
            (std::vector<std::string>{none, none, none, "abc"}));
}

TEST(ReadColumn, texts_in_views) {
  const std::string in_buffer = "..a text of more than twelve bytes";
  std::array<std::byte, 32> views{};
  const std::int32_t short_length = 12;
  std::memcpy(views.data(), &short_length, 4);
  std::memcpy(views.data() + 4, "twelve bytes", 12);
  const std::array<std::int32_t, 4> view = {32, 0, 1, 2};  // length, prefix, buffer, offset
  std::memcpy(views.data() + 16, view.data(), 16);
  const std::array<const char*, 2> buffers = {nullptr, in_buffer.data()};
  const std::array<std::int64_t, 2> sizes = {0, 34};
  const Column column{.type = ColumnType::text_view,
                      .rows = 2,
                      .values = views.data(),
                      .stride = 16,
                      .text_buffers = buffers,
                      .text_buffer_sizes = reinterpret_cast<const std::byte*>(sizes.data())};
  EXPECT_EQ(read<std::string_view>(column).rows,
            (std::vector<std::string>{"twelve bytes", "a text of more than twelve bytes"}));
}

/// One of Arrow's views: length, prefix, buffer and offset.
using View = std::array<std::int32_t, 4>;

Column column_of_views(const std::vector<View>& views, std::span<const char* const> buffers,
                       std::span<const std::int64_t> sizes) {
  Column column = column_of(ColumnType::text_view, views);
  column.text_buffers = buffers;
  column.text_buffer_sizes = reinterpret_cast<const std::byte*>(sizes.data());
  return column;
}

TEST(ReadColumn, views_that_lead_outside_their_buffers_are_not_followed) {
  constexpr auto most = std::numeric_limits<std::int32_t>::max();
  constexpr auto least = std::numeric_limits<std::int32_t>::min();
  const std::string text = "a text of more than twelve bytes";
  const std::array<const char*, 2> buffers = {text.data(), nullptr};
  const std::array<std::int64_t, 2> sizes = {32, 1000};
  const std::string none = "\xff";
  const std::vector<std::pair<View, std::string>> cases = {
      {{32, 0, 0, 0}, text},    {{31, 0, 0, 1}, text.substr(1)}, {{33, 0, 0, 0}, none},
      {{32, 0, 0, 1}, none},    {{most, 0, 0, 0}, none},         {{13, 0, 0, most}, none},
      {{13, 0, 0, -1}, none},   {{13, 0, 0, least}, none},       {{-1, 0, 0, 0}, none},
      {{least, 0, 0, 0}, none}, {{13, 0, 2, 0}, none},           {{13, 0, most, 0}, none},
      {{13, 0, -1, 0}, none},   {{13, 0, least, 0}, none},       {{13, 0, 1, 0}, none},
  };
  for (const auto& [view, expected] : cases) {
    const std::vector<View> views = {view};
    EXPECT_EQ(read<std::string_view>(column_of_views(views, buffers, sizes)).rows,
              std::vector<std::string>{expected});
  }
  const std::vector<View> without_buffers = {{13, 0, 0, 0}};
  EXPECT_EQ(read<std::string_view>(column_of_views(without_buffers, {}, {})).rows,
            std::vector<std::string>{none});
}

TEST(ReadColumn, what_lies_in_the_place_of_a_null_is_not_followed) {
  // A buffer of which nobody may read a byte, though its size says otherwise.
  const std::array<const char*, 1> buffers = {reinterpret_cast<const char*>(8)};
  const std::array<std::int64_t, 1> sizes = {std::numeric_limits<std::int64_t>::max()};
  const View garbage = {1000, -1, 0, 5};
  const View empty = {0, 0, 0, 0};
  const std::vector<View> views = {garbage, empty, garbage};
  const std::array<std::uint8_t, 1> bits = {0b010};
  for (const bool is_parent : {false, true}) {
    Column column = column_of_views(views, buffers, sizes);
    (is_parent ? column.parent_is_valid : column.is_valid) = {bits.data(), 0};
    ColumnBuffer<std::string_view> buffer;
    const auto block = read_column(column, buffer);
    EXPECT_EQ(block.rows_at(0) + block.rows_at(1) + block.rows_at(2), 1U);
    for (const std::string_view row : buffer.rows) {
      EXPECT_NE(row.size(), 1000U) << "a null was decoded";
    }
    EXPECT_EQ(read<std::string_view>(column, std::string("x")).rows,
              (std::vector<std::string>{"x", "", "x"}));
  }
}

TEST(ReadColumn, anything_may_lie_in_the_place_of_a_null) {
  const TextDictionary entries({"a"});
  const std::vector<std::int64_t> indices = {std::numeric_limits<std::int64_t>::min(), 0, -1,
                                             std::numeric_limits<std::int64_t>::max()};
  const std::array<std::uint8_t, 1> bits = {0b0010};
  Column column = column_of(ColumnType::int64, indices);
  column.dictionary = &entries;
  column.is_valid = {bits.data(), 0};
  EXPECT_EQ(read<std::string_view>(column).rows, std::vector<std::string>{"a"});
  EXPECT_EQ(read<std::string_view>(column, std::string("x")).rows,
            (std::vector<std::string>{"x", "a", "x", "x"}));
  const double signalling = std::numeric_limits<double>::signaling_NaN();
  const std::vector<double> numbers = {signalling, 1.5, -signalling, signalling};
  column = column_of(ColumnType::float64, numbers);
  column.is_valid = {bits.data(), 0};
  EXPECT_EQ(read<double>(column).rows, std::vector<double>{1.5});
  EXPECT_EQ(read<double>(column, 2.0).rows, (std::vector<double>{2.0, 1.5, 2.0, 2.0}));
}

TEST(ReadColumn, an_empty_column_needs_no_memory) {
  const std::vector<Column> columns = {
      {.type = ColumnType::text_view, .stride = 16},
      {.type = ColumnType::text32, .stride = 4},
      {.type = ColumnType::text64, .stride = 8},
      {.type = ColumnType::text_ucs4},
  };
  for (const Column& column : columns) EXPECT_TRUE(read<std::string_view>(column).rows.empty());
  EXPECT_TRUE(read<double>({.type = ColumnType::bits}).rows.empty());
  EXPECT_TRUE(read<double>({.type = ColumnType::float64, .stride = 8}).rows.empty());
  EXPECT_TRUE(read<double>({.type = ColumnType::decimal256, .stride = 32}).rows.empty());
}

TEST(ReadColumn, decimals_of_every_width_are_doubles) {
  const auto expect = [](const auto& values, ColumnType type, std::int32_t scale,
                         const std::vector<double>& expected) {
    Column column = column_of(type, values);
    column.scale = scale;
    EXPECT_EQ(read<double>(column).rows, expected) << static_cast<int>(type);
  };
  expect(std::vector<std::int32_t>{-125, 0, 1}, ColumnType::decimal32, 2, {-1.25, 0.0, 0.01});
  expect(std::vector<std::int64_t>{-125, 1}, ColumnType::decimal64, 1, {-12.5, 0.1});
  using Wide = std::array<std::int64_t, 2>;
  expect(std::vector<Wide>{{-3, -1}, {3, 0}, {0, 1}}, ColumnType::decimal128, 0,
         {-3.0, 3.0, 0x1p64});
  using Wider = std::array<std::int64_t, 4>;
  expect(std::vector<Wider>{{-3, -1, -1, -1}, {0, 0, 0, 1}}, ColumnType::decimal256, 0,
         {-3.0, 0x1p192});
}

TEST(ReadColumn, code_points_become_utf_8) {
  const std::vector<std::uint32_t> code_points = {'a', 0, 0,   0xE4, 0x20AC, 0x1F600,
                                                  'b', 0, 'c', 0,    0,      0};
  Column column = column_of(ColumnType::text_ucs4, code_points);
  column.rows = 4;
  column.stride = 12;
  column.width = 3;
  EXPECT_EQ(read<std::string_view>(column).rows,
            (std::vector<std::string>{"a", "\u00e4\u20ac\U0001F600", std::string("b\0c", 3), ""}));
}

TEST(ReadColumn, dictionaries_are_looked_up) {
  const TextDictionary entries({"a", std::string_view(), "c"});
  const std::vector<std::int8_t> indices = {0, 1, 2, -1, 3, 0};
  Column column = column_of(ColumnType::int8, indices);
  column.dictionary = &entries;
  EXPECT_EQ(read<std::string_view>(column).rows, (std::vector<std::string>{"a", "c", "a"}));
  EXPECT_EQ(read<std::string_view>(column, std::string("x")).rows,
            (std::vector<std::string>{"a", "x", "c", "x", "x", "a"}));
  const std::vector<std::uint64_t> far = {2, std::numeric_limits<std::uint64_t>::max()};
  column = column_of(ColumnType::uint64, far);
  column.dictionary = &entries;
  EXPECT_EQ(read<std::string_view>(column).rows, std::vector<std::string>{"c"});
}

// One null alone, at every place among the bits of some bytes.
TEST(ReadColumn, a_null_of_a_dictionary_is_seen_wherever_it_stands) {
  const TextDictionary entries({"a", std::string_view(), "c"});
  for (std::size_t rows = 1; rows <= 17; ++rows) {
    for (std::size_t place = 0; place < rows; ++place) {
      std::vector<std::int32_t> indices(rows, 2);
      std::vector<std::string> expected(rows, "c");
      indices[place] = place % 2 == 0 ? 1 : 3;  // an entry that is null, or none
      expected[place] = "x";
      Column column = column_of(ColumnType::int32, indices);
      column.dictionary = &entries;
      EXPECT_EQ(read<std::string_view>(column, std::string("x")).rows, expected);
    }
  }
}

TEST(ReadColumn, long_dictionary_columns_go_block_by_block) {
  const TextDictionary entries({"a", "b"});
  std::vector<std::uint8_t> indices(2 * block_rows + 3);
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    indices[i] = i % 3 == 0;
    expected.emplace_back(entries.texts()[indices[i]]);
  }
  Column column = column_of(ColumnType::uint8, indices);
  column.dictionary = &entries;
  EXPECT_EQ(read<std::string_view>(column).rows, expected);
}

// A column without a row may come without memory, and be asked for as a block.
TEST(ReadColumn, nothing_is_looked_at_where_there_is_no_row) {
  ColumnBuffer<std::string_view> texts;
  for (const ColumnType type :
       {ColumnType::text32, ColumnType::text64, ColumnType::text_view, ColumnType::text_ucs4}) {
    EXPECT_EQ(read_column(Column{.type = type}, texts).size(), 0U);
  }
  ColumnBuffer<double> numbers;
  for (const ColumnType type : {ColumnType::float64, ColumnType::bits, ColumnType::decimal128}) {
    EXPECT_EQ(read_column(Column{.type = type}, numbers).size(), 0U);
  }
}

TEST(ReadColumn, dates_are_days_and_times_microseconds) {
  using Limits = std::numeric_limits<std::int64_t>;
  const std::vector<std::int32_t> days = {0, -1, 20484, std::numeric_limits<std::int32_t>::min()};
  EXPECT_EQ(read<std::int64_t>(column_of(ColumnType::date_days32, days)).rows,
            (std::vector<std::int64_t>{0, -1, 20484, std::numeric_limits<std::int32_t>::min()}));
  const std::vector<std::int64_t> counts = {
      0, 1, -1, 999, 1000, -1000, 86'399'999, 86'400'000, Limits::min(), Limits::max()};
  const auto as = [&](ColumnType type) { return read<std::int64_t>(column_of(type, counts)).rows; };
  EXPECT_EQ(as(ColumnType::date_days64), counts);
  EXPECT_EQ(as(ColumnType::time_microseconds), counts);
  EXPECT_EQ(
      as(ColumnType::date_milliseconds),
      (std::vector<std::int64_t>{0, 0, -1, 0, 0, -1, 0, 1, -106'751'991'168, 106'751'991'167}));
  EXPECT_EQ(as(ColumnType::time_nanoseconds),
            (std::vector<std::int64_t>{0, 0, -1, 0, 1, -1, 86'399, 86'400, -9'223'372'036'854'776,
                                       9'223'372'036'854'775}));
  EXPECT_EQ(
      as(ColumnType::time_milliseconds),
      (std::vector<std::int64_t>{0, 1000, -1000, 999'000, 1'000'000, -1'000'000, 86'399'999'000,
                                 86'400'000'000, Limits::min(), Limits::max()}));
  EXPECT_EQ(as(ColumnType::time_seconds).at(2), -1'000'000);
  EXPECT_EQ(as(ColumnType::time_seconds).at(8), Limits::min());
  EXPECT_EQ(as(ColumnType::time_seconds).at(9), Limits::max());
}

TEST(ReadColumn, microseconds_and_days_of_64_bits_are_not_moved) {
  const std::vector<std::int64_t> counts = {3, 4};
  for (const ColumnType type : {ColumnType::time_microseconds, ColumnType::date_days64}) {
    EXPECT_EQ(read<std::int64_t>(column_of(type, counts)).places.front(), counts.data());
  }
  EXPECT_NE(read<std::int64_t>(column_of(ColumnType::time_nanoseconds, counts)).places.front(),
            counts.data());
}

TEST(ReadColumn, texts_that_are_views_already_are_given_where_they_lie) {
  const std::vector<std::string_view> texts = {"a", "", "of more than twelve bytes"};
  Column column = column_of(ColumnType::text_here, texts);
  EXPECT_EQ(read<std::string_view>(column).rows,
            (std::vector<std::string>{"a", "", "of more than twelve bytes"}));
  ColumnBuffer<std::string_view> buffer;
  EXPECT_EQ(read_column(column, buffer).values.views().data(), texts.data());
  column.rows = 2;
  column.stride *= 2;
  EXPECT_EQ(read<std::string_view>(column).rows,
            (std::vector<std::string>{"a", "of more than twelve bytes"}));
}

TEST(ReadColumn, types_tell_what_can_be_read) {
  EXPECT_FALSE(reads_into<std::int64_t>(ColumnType::uint64, false));
  EXPECT_FALSE(reads_into<std::uint64_t>(ColumnType::int8, false));
  EXPECT_FALSE(reads_into<std::int64_t>(ColumnType::float32, false));
  EXPECT_FALSE(reads_into<double>(ColumnType::text32, false));
  for (const ColumnType decimal : {ColumnType::decimal32, ColumnType::decimal64,
                                   ColumnType::decimal128, ColumnType::decimal256}) {
    EXPECT_TRUE(reads_into<double>(decimal, false));
    EXPECT_FALSE(reads_into<std::int64_t>(decimal, false));
    EXPECT_FALSE(reads_into<std::string_view>(decimal, false));
  }
  EXPECT_FALSE(reads_into<std::string_view>(ColumnType::bits, false));
  EXPECT_TRUE(reads_into<std::int64_t>(ColumnType::uint32, false));
  EXPECT_TRUE(reads_into<double>(ColumnType::uint64, false));
  EXPECT_TRUE(reads_into<std::uint64_t>(ColumnType::bits, false));
  EXPECT_TRUE(reads_into<std::string_view>(ColumnType::text_ucs4, false));
  EXPECT_TRUE(reads_into<std::string_view>(ColumnType::int8, true));
  EXPECT_FALSE(reads_into<std::int64_t>(ColumnType::int8, true));
  for (const ColumnType type :
       {ColumnType::date_days32, ColumnType::date_days64, ColumnType::date_milliseconds,
        ColumnType::time_seconds, ColumnType::time_milliseconds, ColumnType::time_microseconds,
        ColumnType::time_nanoseconds}) {
    EXPECT_FALSE(reads_into<double>(type, false));
    EXPECT_FALSE(reads_into<std::int64_t>(type, false));
    EXPECT_FALSE(reads_into<std::uint64_t>(type, false));
    EXPECT_FALSE(reads_into<std::string_view>(type, false));
  }
  EXPECT_TRUE(reads_into<std::string_view>(ColumnType::text_here, false));
}

}  // namespace
}  // namespace scrim::read_column_test
