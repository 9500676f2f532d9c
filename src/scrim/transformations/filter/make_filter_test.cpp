#include "scrim/transformations/filter/make_filter.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "scrim/kernels/block_rows.hpp"
#include "support/error_of.hpp"
#include "support/small_tables.hpp"

namespace scrim::make_filter_test {
namespace {

using Int = std::int64_t;
using test::missing_cell;
using test::RowList;

RowExpression field(std::string name) { return RowExpression::field(std::move(name)); }
RowExpression at_least(std::string name, RowConstant bound) {
  return RowExpression::of(RowOperation::less_equal,
                           {RowExpression::constant(std::move(bound)), field(std::move(name))});
}

const TableDomain table(test::law_columns);

TEST(MakeFilter, keeps_the_rows_at_which_the_condition_holds) {
  const auto filter = make_filter(table, SymmetricDistance{}, at_least("x", 0.0));
  EXPECT_EQ(filter.output_domain(), table);
  EXPECT_EQ(filter.map(3), 3U);
  EXPECT_EQ(test::image_of(filter, test::law_rows()),
            (RowList{{0.0, Int{1}, "a"}, {1e300, missing_cell, missing_cell}}));
}

TEST(MakeFilter, drops_rows_of_which_the_condition_knows_nothing) {
  const auto some = make_filter(table, SymmetricDistance{}, at_least("n", Int{0}));
  EXPECT_EQ(test::image_of(some, test::law_rows()).size(), 3U);
}

TEST(MakeFilter, gives_blocks_where_they_lie_if_all_rows_are_kept) {
  const auto all = make_filter(table, SymmetricDistance{}, RowExpression::constant(true));
  TableRows rows = test::table_of(test::law_columns, test::law_rows());
  const auto mapping = all.function().start();
  const Batch batch = rows.batch();
  EXPECT_EQ(mapping->apply(batch).column(0).values, batch.column(0).values);
}

TEST(MakeFilter, takes_long_tables_block_by_block) {
  const std::vector<TableColumn> columns = {{"n", RowKind::integer, false},
                                            {"t", RowKind::text, true}};
  RowList rows;
  RowList kept;
  for (std::size_t i = 0; i < 2 * block_rows + 1; ++i) {
    const auto n = static_cast<Int>(i * i % 7);
    rows.push_back({n, i % 3 == 0 ? missing_cell : test::TableCell(std::to_string(i))});
    if (n >= 3) kept.push_back(rows.back());
  }
  const auto filter = make_filter(TableDomain(columns), SymmetricDistance{}, at_least("n", Int{3}));
  EXPECT_EQ(test::image_of(filter, rows), kept);
}

TEST(MakeFilter, passes_ids_along_and_does_not_see_them) {
  const PersonTableDomain persons({{"id", RowKind::integer, true}}, table);
  const auto filter = make_filter(persons, PersonDistance{}, at_least("x", 0.0));
  EXPECT_EQ(filter.output_domain(), persons);
  const RowList images = test::image_of(filter, test::law_rows_of_persons());
  ASSERT_EQ(images.size(), 5U);
  EXPECT_EQ(images[0], (test::TableRow{Int{7}, 0.0, Int{1}, "a"}));
  EXPECT_EQ(images[4], (test::TableRow{missing_cell, 0.0, Int{1}, "a"}));
  SCRIM_EXPECT_ERROR(make_filter(persons, PersonDistance{}, at_least("id", Int{8})),
                     ErrorKind::mismatch, "no column \"id\"");
}

TEST(MakeFilter, takes_conditions_only) {
  SCRIM_EXPECT_ERROR(make_filter(table, SymmetricDistance{}, field("x")), ErrorKind::mismatch,
                     "make_filter: x gives numbers; a filter takes a condition");
  SCRIM_EXPECT_ERROR(make_filter(table, SymmetricDistance{}, at_least("y", 1.0)),
                     ErrorKind::mismatch, "no column \"y\"", "\"x\", \"n\", \"t\"");
}

TEST(MakeFilter, is_told_from_other_filters) {
  const auto identity = [&](const RowExpression& condition) {
    return make_filter(table, SymmetricDistance{}, condition).function().identity();
  };
  EXPECT_EQ(identity(at_least("x", 1.0)), identity(at_least("x", 1.0)));
  EXPECT_FALSE(identity(at_least("x", 1.0)) == identity(at_least("x", 2.0)));
}

TEST(MakeFilter, obeys_the_law_of_functions_of_rows) {
  test::expect_laws_on_tables([](const auto& domain, const auto& metric) {
    return make_filter(domain, metric, at_least("x", 0.0));
  });
}

}  // namespace
}  // namespace scrim::make_filter_test
