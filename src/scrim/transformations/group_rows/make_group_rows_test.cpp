#include "scrim/transformations/group_rows/make_group_rows.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "scrim/columns/block.hpp"
#include "support/error_of.hpp"
#include "support/table_values.hpp"

namespace scrim::make_group_rows_test {
namespace {

using test::cell;
using test::missing_cell;
using test::TableValues;

const TableColumn region{"region", RowKind::integer, true};
const TableColumn ward{"ward", RowKind::text, true};
const TableColumn cost{"cost", RowKind::real, true};
const TableColumn age{"age", RowKind::integer, false};
const TableDomain visits({cost, region, ward, age});

TableValues grouped(const GroupRows& columns, const TableValues& rows) {
  const auto transformation = make_group_rows(visits, SymmetricDistance{}, columns);
  TableRows table = test::rows_of(visits.columns(), rows);
  TableRows out = transformation.invoke(table.batch());
  EXPECT_TRUE(transformation.output_domain().contains(out));
  const auto all = transformation.output_domain().all_columns();
  TableValues values;
  for_each_block(out.batch(), [&](const Batch& block) {
    const auto some = test::values_of(block, all.columns());
    values.insert(values.end(), some.begin(), some.end());
  });
  return values;
}

TEST(MakeGroupRows, puts_the_group_first_and_leaves_out_rows_without_one) {
  const TableValues rows = {{cell(1.5), cell(3), missing_cell, cell(1)},
                            {missing_cell, missing_cell, cell("a"), cell(2)},
                            {cell(-2.0), cell(0), cell(""), cell(3)}};
  EXPECT_EQ(grouped({.group = "region", .values = {"age", "cost"}}, rows),
            (TableValues{{cell(3), cell(1), cell(1.5)}, {cell(0), cell(3), cell(-2.0)}}));
  EXPECT_EQ(grouped({.group = "ward", .values = {"region"}}, rows),
            (TableValues{{cell("a"), missing_cell}, {cell(""), cell(0)}}));
  EXPECT_EQ(grouped({.group = "age"}, rows), (TableValues{{cell(1)}, {cell(2)}, {cell(3)}}));
  EXPECT_EQ(grouped({.group = "ward"}, {}), TableValues());
}

TEST(MakeGroupRows, goes_on_from_block_to_block) {
  for (const std::size_t size : {block_rows - 1, block_rows, block_rows + 1}) {
    TableValues rows;
    TableValues expected;
    for (std::size_t i = 0; i < size; ++i) {
      const auto number = static_cast<int>(i);
      rows.push_back(
          {cell(0.5 * number), i % 3 == 0 ? missing_cell : cell(number), cell("w"), cell(number)});
      if (i % 3 != 0) expected.push_back({cell(number), cell(0.5 * number)});
    }
    EXPECT_EQ(grouped({.group = "region", .values = {"cost"}}, rows), expected) << size;
  }
}

TEST(MakeGroupRows, says_what_comes_out_and_what_it_costs) {
  const auto transformation =
      make_group_rows(visits, SymmetricDistance{}, {.group = "ward", .values = {"cost"}});
  EXPECT_EQ(transformation.output_domain(),
            GroupedTableDomain({"ward", RowKind::text, false}, TableDomain({cost})));
  EXPECT_EQ(transformation.map(0), KeyedChange());
  EXPECT_EQ(transformation.map(4), KeyedChange(4, 4, 4));
}

TEST(MakeGroupRows, refuses_columns_that_cannot_be_groups) {
  const auto make = [](const GroupRows& columns) {
    return make_group_rows(visits, SymmetricDistance{}, columns);
  };
  SCRIM_EXPECT_ERROR(make({.group = "none"}), ErrorKind::mismatch, "make_group_rows", "none");
  SCRIM_EXPECT_ERROR(make({.group = "cost"}), ErrorKind::mismatch, "cost");
  EXPECT_THROW(make({.group = "ward", .values = {"ward"}}), Error);
  EXPECT_THROW(make({.group = "ward", .values = {"cost", "cost"}}), Error);
}

}  // namespace
}  // namespace scrim::make_group_rows_test
