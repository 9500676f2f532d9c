#include "scrim/columns/record_reader.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"
#include "scrim/transformations/select_column/make_select_column.hpp"
#include "support/arithmetic_settings.hpp"
#include "support/error_of.hpp"

namespace scrim::record_reader_test {
namespace {

template <class T>
Column column_of(ColumnType type, const std::vector<T>& values) {
  return {.type = type,
          .rows = values.size(),
          .values = reinterpret_cast<const std::byte*>(values.data()),
          .stride = sizeof(T)};
}

/// More than two blocks of ages, of which some are null, and of cities behind a dictionary.
struct Table {
  std::size_t size = 2 * block_rows + 7;
  std::vector<double> ages = std::vector<double>(size);
  std::vector<std::uint8_t> known = std::vector<std::uint8_t>(size / 8 + 1);
  std::vector<std::uint8_t> indices = std::vector<std::uint8_t>(size);
  std::array<std::string_view, 2> names = {"Arden", "Corvale"};
  TextDictionary dictionary = TextDictionary({names.begin(), names.end()});
  std::array<Field, 2> fields = {
      Field{.name = "age", .type = ColumnType::float64, .is_nullable = true},
      Field{.name = "city", .type = ColumnType::uint8, .is_dictionary = true}};
  std::array<Column, 2> columns;

  Table() {
    for (std::size_t i = 0; i < size; ++i) {
      ages[i] = static_cast<double>(i % 90);
      if (i % 5 != 3) known[i / 8] = static_cast<std::uint8_t>(known[i / 8] | (1U << (i % 8)));
      indices[i] = i % 3 == 0;
    }
    columns = {column_of(ColumnType::float64, ages), column_of(ColumnType::uint8, indices)};
    columns[0].is_valid = {known.data()};
    columns[1].dictionary = &dictionary;
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  [[nodiscard]] Batch batch() const { return {fields, columns}; }
};

using Reader = RecordReader<std::optional<double>, std::string_view>;
using Rows = Columns<std::optional<double>, std::string_view>;

TEST(RecordReader, gives_the_rows_of_a_batch_in_blocks) {
  const Table table;
  Reader reader(table.fields);
  for (const std::size_t first : {std::size_t{0}, std::size_t{3}, table.size}) {
    std::size_t row = first;
    reader.read(table.batch().subspan(first, table.size - first), [&](const Rows& block) {
      ASSERT_LE(block.size(), block_rows);
      EXPECT_EQ(block.column<0>().values.data(), &table.ages[row]) << "where it lies";
      for (std::size_t i = 0; i < block.size(); ++i, ++row) {
        const auto& [age, city] = block[i];
        ASSERT_EQ(age, row % 5 == 3 ? std::nullopt : std::optional(table.ages[row]));
        ASSERT_EQ(city, table.names[table.indices[row]]);
      }
    });
    EXPECT_EQ(row, table.size);
  }
}

TEST(RecordReader, feeds_a_chain) {
  const Table table;
  const auto scores = Space{vector_domain(record_domain(option_domain(atom_domain<double>()),
                                                        atom_domain<std::string_view>())),
                            SymmetricDistance{}} >>
                      then_select_column<0>() >> then_drop_null() >>
                      then_quantile_score_candidates(std::vector<double>{20, 40, 60}, 0.25);
  std::vector<std::string_view> cities;
  for (const auto index : table.indices) cities.push_back(table.names[index]);
  const Rows typed({table.ages, {table.known.data()}}, cities);
  Reader reader(table.fields);
  auto run = scores.start();
  reader.read(table.batch(), [&](const Rows& block) { run.update(block); });
  EXPECT_EQ(std::move(run).finish(), scores.invoke(typed));
}

TEST(RecordReader, refuses_by_fields_alone) {
  const Table table;
  SCRIM_EXPECT_ERROR((RecordReader<std::optional<double>>(table.fields)), ErrorKind::mismatch,
                     "records of 1 values", "2 columns");
  SCRIM_EXPECT_ERROR((RecordReader<double, std::string_view>(table.fields)), ErrorKind::mismatch,
                     "\"age\" may hold nulls", "std::optional<double>");
  SCRIM_EXPECT_ERROR((RecordReader<std::optional<std::int64_t>, std::string_view>(table.fields)),
                     ErrorKind::wrong_type, "\"age\" of float64", "as int64;", "read it as double");
  SCRIM_EXPECT_ERROR((RecordReader<std::optional<double>, std::uint64_t>(table.fields)),
                     ErrorKind::wrong_type, "\"city\" of text", "read it as string_view");
  const std::array<Field, 1> bits = {Field{.type = ColumnType::bits}};
  SCRIM_EXPECT_ERROR(RecordReader<std::string_view>(bits), ErrorKind::wrong_type,
                     "read it as double, int64, uint64");
  // What a nullable type is read from need not hold nulls.
  EXPECT_NO_THROW(
      (RecordReader<std::optional<double>, std::optional<std::string_view>>(table.fields)));
}

TEST(RecordReader, refuses_batches_of_other_fields) {
  Table table;
  Reader reader(table.fields);
  table.fields[1].is_nullable = true;
  SCRIM_EXPECT_ERROR(reader.read(table.batch(), [](const Rows&) { FAIL(); }), ErrorKind::mismatch,
                     "other columns");
}

TEST(RecordReader, reads_nulls_that_the_fields_exclude_as_one_fixed_row) {
  Table table;
  table.fields[0].is_nullable = false;
  table.columns[1].is_valid = {table.known.data()};
  RecordReader<double, std::string_view> reader(table.fields);
  std::size_t row = 0;
  reader.read(table.batch(), [&](const Columns<double, std::string_view>& block) {
    for (std::size_t i = 0; i < block.size(); ++i, ++row) {
      const auto& [age, city] = block[i];
      ASSERT_EQ(age, row % 5 == 3 ? 0.0 : table.ages[row]);
      ASSERT_EQ(city, row % 5 == 3 ? no_text : table.names[table.indices[row]]);
    }
  });
  EXPECT_EQ(row, table.size) << "none is dropped";
}

TEST(RecordReader, rounds_as_the_standard_does) {
  const std::vector<std::int64_t> values = {(std::int64_t{1} << 53) + 3,
                                            -(std::int64_t{1} << 53) - 3};
  const std::array<Field, 1> fields = {Field{.type = ColumnType::int64}};
  const std::array<Column, 1> columns = {column_of(ColumnType::int64, values)};
  const double nearest = 0x1p53 + 4;
  for (const auto& setting : test::arithmetic_settings()) {
    const test::ForcedArithmetic forced(setting);
    RecordReader<double> reader(fields);
    reader.read({fields, columns}, [&](const Columns<double>& rows) {
      EXPECT_EQ(rows.column<0>()[0], nearest) << setting.name;
      EXPECT_EQ(rows.column<0>()[1], -nearest) << setting.name;
    });
  }
}

}  // namespace
}  // namespace scrim::record_reader_test
