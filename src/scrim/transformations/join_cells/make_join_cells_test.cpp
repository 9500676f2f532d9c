#include "scrim/transformations/join_cells/make_join_cells.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/transformations/select/make_select.hpp"
#include "support/error_of.hpp"
#include "support/small_tables.hpp"

namespace scrim::make_join_cells_test {
namespace {

using Int = std::int64_t;
using test::missing_cell;
using test::RowList;
using test::TableRow;
using Names = std::vector<std::string>;

const std::vector<TableColumn> columns = {{"n", RowKind::integer, true},
                                          {"t", RowKind::text, true},
                                          {"d", RowKind::date, true},
                                          {"b", RowKind::truth, false},
                                          {"s", RowKind::text, false}};
const TableDomain table(columns);

RowList joined(const Names& names, const RowList& rows) {
  const auto transformation =
      make_join_cells(table, SymmetricDistance{}, {.names = names, .name = "key"}) >>
      then_select({"key"});
  return test::image_of(transformation, rows);
}

TEST(MakeJoinCells, writes_cells_of_every_kind) {
  constexpr Int least = std::numeric_limits<Int>::min();
  constexpr Int most = std::numeric_limits<Int>::max();
  const RowList rows = {{Int{3}, "a", Int{0}, Int{1}, "x"},
                        {Int{-12}, "", Int{-1}, Int{0}, ""},
                        {least, "a,b", Int{20000}, Int{1}, "\\"},
                        {most, "\\,", Int{7}, Int{0}, ",,"}};
  EXPECT_EQ(joined({"n", "t", "d", "b", "s"}, rows),
            (RowList{{"3,a,0,1,x"},
                     {"-12,,-1,0,"},
                     {"-9223372036854775808,a\\,b,20000,1,\\\\"},
                     {"9223372036854775807,\\\\\\,,7,0,\\,\\,"}}));
  EXPECT_EQ(
      joined({"s", "n"}, rows),
      (RowList{{"x,3"}, {",-12"}, {"\\\\,-9223372036854775808"}, {"\\,\\,,9223372036854775807"}}));
  EXPECT_EQ(joined({"d"}, rows), (RowList{{"0"}, {"-1"}, {"20000"}, {"7"}}));
}

TEST(MakeJoinCells, tells_all_pairs_of_texts_apart) {
  // All texts of up to three of these signs, which are those that could run into each other.
  std::vector<std::string> texts = {""};
  for (std::size_t from = 0, length = 0; length < 3; ++length) {
    const std::size_t end = texts.size();
    for (; from < end; ++from) {
      for (const char sign : {',', '\\', 'a'}) texts.push_back(texts[from] + sign);
    }
  }
  RowList rows;
  for (const std::string& a : texts) {
    for (const std::string& b : texts) rows.push_back({Int{0}, a, Int{0}, Int{0}, b});
  }
  std::set<TableRow> seen;
  for (const TableRow& row : joined({"t", "s"}, rows)) seen.insert(row);
  EXPECT_EQ(texts.size(), 40U);
  EXPECT_EQ(seen.size(), rows.size());
}

TEST(MakeJoinCells, is_missing_where_a_cell_is) {
  const RowList rows = {{missing_cell, "a", Int{1}, Int{1}, "x"},
                        {Int{1}, missing_cell, Int{1}, Int{1}, "x"},
                        {Int{1}, "", missing_cell, Int{1}, "x"},
                        {Int{1}, "", Int{1}, Int{1}, ""}};
  EXPECT_EQ(joined({"n", "t", "s"}, rows),
            (RowList{{missing_cell}, {missing_cell}, {"1,,x"}, {"1,,"}}));
  EXPECT_EQ(joined({"d", "b"}, rows), (RowList{{"1,1"}, {"1,1"}, {missing_cell}, {"1,1"}}));
}

TEST(MakeJoinCells, says_whether_a_text_may_be_missing) {
  const auto added = [](const Names& names) {
    return make_join_cells(table, SymmetricDistance{}, {.names = names, .name = "key"})
        .output_domain()
        .columns()
        .back();
  };
  EXPECT_EQ(added({"s", "b"}), (TableColumn{"key", RowKind::text, false}));
  EXPECT_EQ(added({"s", "n"}), (TableColumn{"key", RowKind::text, true}));
}

TEST(MakeJoinCells, reads_blocks_one_after_the_other) {
  for (const std::size_t size : {0U, 1U, 2U, 2047U, 2048U, 2049U, 5000U}) {
    RowList rows;
    RowList expected;
    for (std::size_t i = 0; i < size; ++i) {
      const Int number = static_cast<Int>(i * i % 1009);
      const bool is_there = i % 7 != 3;
      rows.push_back({is_there ? test::TableCell(number) : missing_cell, std::string(i % 5, ','),
                      Int{0}, Int{1}, "s"});
      std::string text = std::to_string(number) + ",";
      for (std::size_t k = 0; k < i % 5; ++k) text += "\\,";
      expected.push_back({is_there ? test::TableCell(text) : missing_cell});
    }
    EXPECT_EQ(joined({"n", "t"}, rows), expected) << size;
  }
}

TEST(MakeJoinCells, refuses_what_has_no_text_or_no_name) {
  const TableDomain others(test::law_columns);
  const auto make = [&](const Names& names, const std::string& name) {
    (void)make_join_cells(others, SymmetricDistance{}, {.names = names, .name = name});
  };
  SCRIM_EXPECT_ERROR(make({"x", "n"}, "key"), ErrorKind::invalid_argument,
                     "make_join_cells: \"x\" is a column of numbers");
  SCRIM_EXPECT_ERROR(make({}, "key"), ErrorKind::invalid_argument,
                     "make_join_cells: there is no column to join");
  SCRIM_EXPECT_ERROR(make({"n"}, "t"), ErrorKind::invalid_argument,
                     "make_join_cells: there is a column \"t\"");
  EXPECT_THROW(make({"absent"}, "key"), Error);
  EXPECT_THROW(make({"n"}, ""), Error);
  const PersonTableDomain persons({{"id", RowKind::text, false}}, others);
  const auto of_persons = [&](const Names& names, const std::string& name) {
    return make_join_cells(persons, PersonDistance{}, {.names = names, .name = name});
  };
  EXPECT_THROW((void)of_persons({"id"}, "key"), Error);
  EXPECT_THROW((void)of_persons({"n"}, "id"), Error);
  EXPECT_EQ(of_persons({"n"}, "key").output_domain().persons().size(), 1U);
}

TEST(MakeJoinCells, obeys_the_law_of_functions_of_rows) {
  test::expect_laws_on_tables([](const auto& domain, const auto& metric) {
    return make_join_cells(domain, metric, {.names = {"n", "t"}, .name = "key"});
  });
}

}  // namespace
}  // namespace scrim::make_join_cells_test
