#include "scrim/transformations/derive/make_derive.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/transformations/filter/make_filter.hpp"
#include "support/error_of.hpp"
#include "support/small_tables.hpp"

namespace scrim::make_derive_test {
namespace {

using Int = std::int64_t;
using Op = RowOperation;
using test::missing_cell;
using test::RowList;

const TableDomain table(test::law_columns);
const RowExpression x = RowExpression::field("x");
const RowExpression n = RowExpression::field("n");
const RowExpression t = RowExpression::field("t");

RowExpression number(Int value) { return RowExpression::constant(value); }

test::TableRow derived(const RowExpression& expression) {
  const auto transformation = make_derive(table, SymmetricDistance{}, "new", expression);
  test::TableRow cells;
  for (const auto& row : test::image_of(transformation, test::law_rows())) {
    cells.push_back(row.back());
  }
  return cells;
}

TEST(MakeDerive, adds_a_column_of_each_kind_at_the_end) {
  EXPECT_EQ(derived(RowExpression::of(Op::add, {x, n})),
            (test::TableRow{1.0, 0.5, missing_cell, missing_cell}));
  EXPECT_EQ(derived(RowExpression::of(Op::multiply, {n, number(3)})),
            (test::TableRow{Int{3}, Int{3}, Int{6}, missing_cell}));
  EXPECT_EQ(derived(RowExpression::of(Op::is_missing, {t})),
            (test::TableRow{Int{0}, Int{0}, Int{0}, Int{1}}));
  EXPECT_EQ(derived(RowExpression::of(Op::where, {RowExpression::of(Op::equal, {n, number(1)}), t,
                                                  RowExpression::constant(std::string("other"))})),
            (test::TableRow{"a", "b", "other", "other"}));
}

TEST(MakeDerive, says_what_the_column_is) {
  const auto column = [&](const RowExpression& expression) {
    return make_derive(table, SymmetricDistance{}, "new", expression)
        .output_domain()
        .columns()
        .back();
  };
  EXPECT_EQ(column(RowExpression::of(Op::add, {x, n})), (TableColumn{"new", RowKind::real, true}));
  EXPECT_EQ(column(RowExpression::of(Op::is_missing, {x})),
            (TableColumn{"new", RowKind::truth, false}));
  EXPECT_EQ(column(number(3)), (TableColumn{"new", RowKind::integer, false}));
}

TEST(MakeDerive, gives_other_columns_where_they_lie) {
  TableRows rows = test::table_of(test::law_columns, test::law_rows());
  const auto transformation = make_derive(table, SymmetricDistance{}, "new", n);
  const auto mapping = transformation.function().start();
  const Batch batch = rows.batch();
  for (int repetition = 0; repetition < 2; ++repetition) {
    const Batch image = mapping->apply(batch.subspan(1, 2));
    ASSERT_EQ(image.fields().size(), 4U);
    EXPECT_EQ(image.column(1).values, batch.subspan(1, 2).column(1).values);
    EXPECT_EQ(image.size(), 2U);
  }
}

TEST(MakeDerive, can_be_derived_from_and_filtered_by) {
  const auto chain =
      make_derive(table, SymmetricDistance{}, "m", RowExpression::of(Op::add, {n, number(1)})) >>
      then_derive("k", RowExpression::of(Op::multiply, {RowExpression::field("m"), number(10)})) >>
      then_filter(RowExpression::of(Op::less, {number(20), RowExpression::field("k")}));
  const RowList images = test::image_of(chain, test::law_rows());
  ASSERT_EQ(images.size(), 1U);
  EXPECT_EQ(images[0], (test::TableRow{missing_cell, Int{2}, "", Int{3}, Int{30}}));
}

TEST(MakeDerive, redefines_nothing) {
  SCRIM_EXPECT_ERROR(make_derive(table, SymmetricDistance{}, "n", x), ErrorKind::invalid_argument,
                     "make_derive: there is a column \"n\"");
  const PersonTableDomain persons({{"id", RowKind::text, false}}, table);
  EXPECT_THROW((void)make_derive(persons, PersonDistance{}, "id", x), Error);
  EXPECT_THROW((void)make_derive(persons, PersonDistance{}, "new", RowExpression::field("id")),
               Error);
  EXPECT_THROW((void)make_derive(table, SymmetricDistance{}, "", x), Error);
  EXPECT_EQ(make_derive(persons, PersonDistance{}, "new", x).output_domain().persons().size(), 1U);
}

TEST(MakeDerive, obeys_the_law_of_functions_of_rows) {
  test::expect_laws_on_tables([](const auto& domain, const auto& metric) {
    return make_derive(domain, metric, "new", RowExpression::of(Op::divide, {number(1), x}));
  });
}

}  // namespace
}  // namespace scrim::make_derive_test
