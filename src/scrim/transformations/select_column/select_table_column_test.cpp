#include "scrim/transformations/select_column/select_table_column.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/distances/dataset_distances.hpp"
#include "support/error_of.hpp"
#include "support/small_tables.hpp"

namespace scrim::select_table_column_test {
namespace {

using Int = std::int64_t;
using Real = std::optional<double>;

const TableDomain table(test::law_columns);
const TableDomain whole({{"x", RowKind::real, false},
                         {"n", RowKind::integer, false},
                         {"flag", RowKind::truth, false},
                         {"t", RowKind::text, false},
                         {"day", RowKind::date, false}});

/// The rows that come out, as cells.
template <class Transformation>
test::TableRow selected(const Transformation& transformation, const Batch& batch) {
  test::TableRow cells;
  const auto add = [&]<class T>(const T& row) {
    if constexpr (std::same_as<T, std::string_view>) {
      cells.emplace_back(std::string(row));
    } else {
      cells.emplace_back(row);
    }
  };
  transformation.function().for_each_result(batch, [&](const auto& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if constexpr (requires { block.rows_at(i); }) {
        if (const auto row = block[i]) {
          add(*row);
        } else {
          cells.push_back(test::missing_cell);
        }
      } else {
        add(block[i]);
      }
    }
  });
  return cells;
}

template <class Transformation>
test::TableRow selected(const Transformation& transformation, const test::RowList& rows) {
  TableRows given = test::table_of(test::all_columns_of(transformation.input_domain()), rows);
  return selected(transformation, given.batch());
}

TEST(SelectTableColumn, gives_cells_that_may_be_missing_as_such) {
  EXPECT_EQ(selected(make_select_column<Real>(table, SymmetricDistance{}, "x"), test::law_rows()),
            (test::TableRow{0.0, -0.5, test::missing_cell, 1e300}));
  EXPECT_EQ(selected(make_select_column<std::optional<Int>>(table, SymmetricDistance{}, "n"),
                     test::law_rows()),
            (test::TableRow{Int{1}, Int{1}, Int{2}, test::missing_cell}));
  EXPECT_EQ(
      selected(make_select_column<std::optional<std::string_view>>(table, SymmetricDistance{}, "t"),
               test::law_rows()),
      (test::TableRow{"a", "b", "", test::missing_cell}));
}

TEST(SelectTableColumn, gives_cells_that_are_all_there) {
  const test::RowList rows = {{1.5, Int{2}, Int{0}, "a", Int{9}},
                              {2.5, Int{3}, Int{5}, "", Int{8}}};
  EXPECT_EQ(selected(make_select_column<double>(whole, SymmetricDistance{}, "x"), rows),
            (test::TableRow{1.5, 2.5}));
  EXPECT_EQ(selected(make_select_column<Int>(whole, SymmetricDistance{}, "n"), rows),
            (test::TableRow{Int{2}, Int{3}}));
  EXPECT_EQ(selected(make_select_column<Int>(whole, SymmetricDistance{}, "flag"), rows),
            (test::TableRow{Int{0}, Int{1}}));
  EXPECT_EQ(selected(make_select_column<std::string_view>(whole, SymmetricDistance{}, "t"), rows),
            (test::TableRow{"a", ""}));
}

/// NaN and null are one cell, so they become one row.
TEST(SelectTableColumn, takes_nan_for_missing) {
  const std::vector<double> reals = {1.0, std::numeric_limits<double>::quiet_NaN(), 7.0};
  const std::uint8_t bits = 0b011;
  Column column{.rows = 3,
                .values = reinterpret_cast<const std::byte*>(reals.data()),
                .stride = sizeof(double),
                .is_valid = Bitmap{&bits}};
  const std::array fields = {Field{.name = "x", .is_nullable = true}};
  const TableDomain nullable({{"x", RowKind::real, true}});
  const TableDomain present({{"x", RowKind::real, false}});
  EXPECT_EQ(selected(make_select_column<Real>(nullable, SymmetricDistance{}, "x"),
                     Batch(fields, std::span(&column, 1))),
            (test::TableRow{1.0, test::missing_cell, test::missing_cell}));
  EXPECT_EQ(selected(make_select_column<double>(present, SymmetricDistance{}, "x"),
                     Batch(fields, std::span(&column, 1))),
            (test::TableRow{1.0, 0.0, 0.0}));
}

TEST(SelectTableColumn, gives_what_lies_as_it_is_read_where_it_lies) {
  TableRows rows =
      test::table_of(test::all_columns_of(whole), {{1.5, Int{2}, Int{0}, "a", Int{9}}});
  const auto select = make_select_column<double>(whole, SymmetricDistance{}, "x");
  const Batch batch = rows.batch();
  EXPECT_EQ(static_cast<const void*>(select.function().start()->apply(batch).data()),
            static_cast<const void*>(batch.column(0).values));
}

TEST(SelectTableColumn, refuses_other_types_and_dates) {
  SCRIM_EXPECT_ERROR(make_select_column<double>(table, SymmetricDistance{}, "x"),
                     ErrorKind::mismatch, "\"x\" may miss cells", "std::optional<double>");
  SCRIM_EXPECT_ERROR(make_select_column<Real>(whole, SymmetricDistance{}, "x"), ErrorKind::mismatch,
                     "misses no cell; select it as double");
  SCRIM_EXPECT_ERROR(make_select_column<Int>(whole, SymmetricDistance{}, "t"), ErrorKind::mismatch,
                     "is of texts; select it as std::string_view");
  SCRIM_EXPECT_ERROR(make_select_column<Int>(whole, SymmetricDistance{}, "day"),
                     ErrorKind::mismatch, "dates, which are no numbers; derive one");
  SCRIM_EXPECT_ERROR(make_select_column<Int>(whole, SymmetricDistance{}, "y"), ErrorKind::mismatch,
                     "make_select_column: there is no column y");
}

TEST(SelectTableColumn, is_1_stable) {
  const auto select = make_select_column<Real>(table, SymmetricDistance{}, "x");
  EXPECT_EQ(select.map(2), 2U);
  const auto datasets = test::datasets_up_to(test::law_rows(), 3);
  for (const auto& a : datasets) {
    for (const auto& b : datasets) {
      const auto rows_of = [&](const test::RowList& rows) {
        test::RowList cells;
        for (const auto& cell : selected(select, rows)) cells.push_back({cell});
        return cells;
      };
      ASSERT_LE(distance(SymmetricDistance{}, rows_of(a), rows_of(b)),
                distance(SymmetricDistance{}, a, b));
    }
  }
}

}  // namespace
}  // namespace scrim::select_table_column_test
