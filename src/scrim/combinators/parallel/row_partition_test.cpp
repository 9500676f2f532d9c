#include "scrim/combinators/parallel/row_partition.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/columns/table_rows.hpp"
#include "scrim/columns/text_dictionary.hpp"

namespace scrim::row_partition_test {
namespace {

const std::vector<TableColumn> columns{{"real", RowKind::real, true},
                                       {"integer", RowKind::integer, false},
                                       {"text", RowKind::text, true}};
const std::vector<TableColumn> with_group{
    {"group", RowKind::integer, false}, columns[0], columns[1], columns[2]};

using Row = std::tuple<std::optional<double>, std::int64_t, std::optional<std::string>>;
using Groups = std::map<std::uint32_t, std::vector<Row>>;

/// Rows as a batch of columns that read into those.
std::vector<Row> rows_of(const Batch& batch) {
  std::vector<Row> rows;
  ColumnBuffer<double> reals;
  ColumnBuffer<std::int64_t> integers;
  ColumnBuffer<std::string_view> texts;
  for_each_block(batch, [&](const Batch& block) {
    const auto real = read_column(block.column(0), reals);
    const auto integer = read_column(block.column(1), integers);
    const auto text = read_column(block.column(2), texts);
    for (std::size_t i = 0; i < block.size(); ++i) {
      std::optional<std::string> owned;
      if (text[i]) owned = std::string(*text[i]);
      rows.emplace_back(real[i], *integer[i], owned);
    }
  });
  return rows;
}

/// `rows` rows of groups around the keys, in no order; some cells are missing. If they are near, no
/// group is beyond 32 bits.
TableRows some_rows(std::size_t rows, std::uint32_t keys, std::uint64_t seed, bool are_near) {
  std::mt19937_64 stream(seed);
  TableRows table(with_group);
  std::vector<std::int64_t> outside{keys, std::int64_t{keys} + 1, 0xffff'ffff};
  if (!are_near) {
    outside = {-1, keys, std::numeric_limits<std::int64_t>::min(),
               std::numeric_limits<std::int64_t>::max(), std::int64_t{1} << 32};
  }
  for (std::size_t i = 0; i < rows; ++i) {
    table.cells(0).append(stream() % 8 == 0 ? outside[stream() % outside.size()]
                                            : static_cast<std::int64_t>(stream() % keys));
    if (stream() % 3 == 0) {
      table.cells(1).append_missing();
    } else {
      table.cells(1).append(static_cast<double>(i));
    }
    table.cells(2).append(static_cast<std::int64_t>(stream()));
    if (stream() % 5 == 0) {
      table.cells(3).append_missing();
    } else {
      table.cells(3).append(std::string_view(std::string(stream() % 20, 'x') + std::to_string(i)));
    }
    table.add_row();
  }
  return table;
}

Batch without_group(const Batch& batch, std::vector<Column>& memory) {
  memory = {batch.column(1), batch.column(2), batch.column(3)};
  return Batch(batch.fields().subspan(1), memory);
}

void take(RowPartition& partition, Groups& groups) {
  partition.hand_out([&](std::uint32_t key, const Batch& rows) {
    EXPECT_GT(rows.size(), 0U);
    EXPECT_EQ(rows.fields().size(), columns.size());
    for (Row& row : rows_of(rows)) groups[key].push_back(std::move(row));
  });
}

TEST(RowPartition, gives_each_group_its_rows_in_their_order_as_they_were) {
  for (const std::uint32_t keys : {1U, 2U, 7U, 250U}) {
    for (const std::size_t size : {0U, 1U, 2U, 7U, 2047U, 2048U, 2049U, 150'000U, 150'001U}) {
      TableRows table = some_rows(size, keys, size + keys, size % 2 == 0);
      const Batch batch = table.batch();
      Groups wanted;
      std::vector<Column> memory;
      const auto rows = rows_of(without_group(batch, memory));
      ColumnBuffer<std::int64_t> buffer;
      const auto of_rows = read_column(batch.column(0), buffer);
      for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t group = of_rows.values[i];
        if (group < 0 || group >= keys) continue;
        wanted[static_cast<std::uint32_t>(group)].push_back(rows[i]);
      }
      RowPartition partition(columns, keys);
      Groups found;
      std::size_t hand_outs = 0;
      for_each_block(batch, [&](const Batch& block) {
        partition.add(block);
        if (!partition.is_full()) return;
        ++hand_outs;
        take(partition, found);
      });
      take(partition, found);
      take(partition, found);  // of none
      EXPECT_EQ(hand_outs > 0, size > 100'000);
      EXPECT_EQ(found, wanted) << keys << " keys, " << size << " rows";
    }
  }
}

TEST(RowPartition, reads_columns_of_any_width_and_codes_of_texts) {
  const std::vector<std::int8_t> groups{1, 0, 1, -1, 1};
  const std::vector<float> reals{0.5F, 1.5F, 2.5F, 3.5F, 4.5F};
  const std::vector<std::uint16_t> integers{10, 11, 12, 13, 14};
  const std::vector<std::string_view> texts{"b", "a", "no"};
  const std::vector<std::int32_t> codes{2, 0, 1, 0, 7};  // the last is outside: it is missing
  const TextDictionary dictionary(texts);
  const auto column_of = [](const auto& values, ColumnType type) {
    Column column;
    column.type = type;
    column.rows = values.size();
    column.values = reinterpret_cast<const std::byte*>(values.data());
    column.stride = sizeof(values[0]);
    return column;
  };
  std::vector<Column> all{
      column_of(groups, ColumnType::int8), column_of(reals, ColumnType::float32),
      column_of(integers, ColumnType::uint16), column_of(codes, ColumnType::int32)};
  all[3].dictionary = &dictionary;
  const std::vector<Field> fields(4);
  RowPartition partition(columns, 2);
  partition.add(Batch(fields, all));
  // A block without nulls, then one with some, then one without.
  const std::uint8_t bits = 0b10110;
  all[1].is_valid = {&bits};
  partition.add(Batch(fields, all));
  all[1].is_valid = {};
  partition.add(Batch(fields, all).subspan(0, 1));
  Groups found;
  take(partition, found);
  const Groups wanted{{0, {{1.5, 11, "b"}, {1.5, 11, "b"}}},
                      {1,
                       {{0.5, 10, "no"},
                        {2.5, 12, "a"},
                        {4.5, 14, std::nullopt},
                        {std::nullopt, 10, "no"},
                        {2.5, 12, "a"},
                        {4.5, 14, std::nullopt},
                        {0.5, 10, "no"}}}};
  EXPECT_EQ(found, wanted);
}

TEST(RowPartition, reads_a_group_that_is_missing_although_none_may_be_as_zero) {
  const std::vector<std::int64_t> groups{1, 1};
  const std::uint8_t bits = 0b01;
  Column column;
  column.type = ColumnType::int64;
  column.rows = 2;
  column.values = reinterpret_cast<const std::byte*>(groups.data());
  column.stride = 8;
  column.is_valid = {&bits};
  const std::vector<Field> fields(1);
  RowPartition partition({}, 2);
  partition.add(Batch(fields, std::span(&column, 1)));
  std::map<std::uint32_t, std::size_t> sizes;
  partition.hand_out([&](std::uint32_t key, const Batch& rows) { sizes[key] = rows.size(); });
  EXPECT_EQ(sizes, (std::map<std::uint32_t, std::size_t>{{0, 1}, {1, 1}}));
}

TEST(RowPartition, is_full_of_long_texts_with_few_rows) {
  TableRows table(with_group);
  const std::string text(1 << 20, 'x');
  for (int i = 0; i < 20; ++i) {
    table.cells(0).append(std::int64_t{0});
    table.cells(1).append(0.0);
    table.cells(2).append(std::int64_t{0});
    table.cells(3).append(std::string_view(text));
    table.add_row();
  }
  RowPartition partition(columns, 1);
  EXPECT_FALSE(partition.is_full());
  partition.add(table.batch());
  EXPECT_TRUE(partition.is_full());
}

}  // namespace
}  // namespace scrim::row_partition_test
