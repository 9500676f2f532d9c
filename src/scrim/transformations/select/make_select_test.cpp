#include "scrim/transformations/select/make_select.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/error_of.hpp"
#include "support/small_tables.hpp"

namespace scrim::make_select_test {
namespace {

using Int = std::int64_t;
using Names = std::vector<std::string>;
using test::missing_cell;
using test::RowList;

const TableDomain table(test::law_columns);

TEST(MakeSelect, keeps_columns_in_the_order_of_their_names) {
  const auto select = make_select(table, SymmetricDistance{}, Names{"t", "x"});
  EXPECT_EQ(select.output_domain(), TableDomain({test::law_columns[2], test::law_columns[0]}));
  EXPECT_EQ(test::image_of(select, test::law_rows()),
            (RowList{{"a", 0.0}, {"b", -0.5}, {"", missing_cell}, {missing_cell, 1e300}}));
}

TEST(MakeSelect, copies_nothing) {
  TableRows rows = test::table_of(test::law_columns, test::law_rows());
  const auto select = make_select(table, SymmetricDistance{}, Names{"n"});
  const auto mapping = select.function().start();
  const Batch batch = rows.batch();
  EXPECT_EQ(mapping->apply(batch).column(0).values, batch.column(1).values);
}

TEST(MakeSelect, of_no_column_keeps_rows_to_be_counted) {
  const auto select = make_select(table, SymmetricDistance{}, Names{});
  EXPECT_EQ(test::image_of(select, test::law_rows()), RowList(4));
}

TEST(MakeSelect, keeps_ids) {
  const PersonTableDomain persons({{"id", RowKind::integer, true}}, table);
  const auto select = make_select(persons, PersonDistance{}, Names{"n"});
  EXPECT_EQ(test::image_of(select, {{Int{7}, 1.0, Int{2}, "t"}}), (RowList{{Int{7}, Int{2}}}));
  EXPECT_THROW((void)make_select(persons, PersonDistance{}, Names{"id"}), Error);
}

TEST(MakeSelect, refuses_other_names_and_two_of_one) {
  SCRIM_EXPECT_ERROR(make_select(table, SymmetricDistance{}, Names{"y"}), ErrorKind::mismatch,
                     "make_select: there is no column y", "x, n, t");
  EXPECT_THROW((void)make_select(table, SymmetricDistance{}, Names{"x", "x"}), Error);
}

TEST(MakeSelect, obeys_the_law_of_functions_of_rows) {
  test::expect_laws_on_tables([](const auto& domain, const auto& metric) {
    return make_select(domain, metric, Names{"n", "x"});
  });
}

}  // namespace
}  // namespace scrim::make_select_test
