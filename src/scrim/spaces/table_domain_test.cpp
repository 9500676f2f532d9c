#include "scrim/spaces/table_domain.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "scrim/core/domain_identity.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/spaces/table_metrics.hpp"
#include "support/error_of.hpp"

namespace scrim::table_domain_test {
namespace {

const TableColumn age{"age", RowKind::real, true};
const TableColumn ward{"ward", RowKind::text, false};
const TableColumn id{"id", RowKind::integer, true};

TEST(TableDomain, finds_columns_by_name_and_refuses_two_of_one) {
  const TableDomain table({age, ward});
  EXPECT_EQ(table.find("ward"), 1U);
  EXPECT_EQ(table.find("id"), std::nullopt);
  test::expect_error([&] { static_cast<void>(table.place_of("id", "make_x")); },
                     ErrorKind::mismatch, {"make_x", "age, ward"});
  EXPECT_THROW(TableDomain({age, age}), Error);
  EXPECT_THROW(TableDomain({TableColumn{}}), Error);
  EXPECT_EQ(table.describe(), "table_domain(age: float or missing, ward: str)");
}

TEST(TableDomain, contains_rows_that_lack_cells_only_where_they_may) {
  TableRows rows(std::vector{age, ward});
  rows.cells(0).append(std::numeric_limits<double>::quiet_NaN());
  rows.cells(1).append(std::string_view("a"));
  rows.add_row();
  EXPECT_TRUE(TableDomain({age, ward}).contains(rows));
  EXPECT_FALSE(TableDomain({{"age", RowKind::real, false}, ward}).contains(rows));
  EXPECT_FALSE(TableDomain({age}).contains(rows));
  EXPECT_FALSE(TableDomain({age, {"ward", RowKind::real, true}}).contains(rows));
}

TEST(TableRows, keep_the_order_of_places_and_what_is_missing) {
  TableRows rows(std::vector{age, ward});
  for (int i = 0; i < 20; ++i) {
    if (i % 3 == 0) {
      rows.cells(0).append_missing();
    } else {
      rows.cells(0).append(i * 0.5);
    }
    rows.cells(1).append(std::string_view(i % 2 == 0 ? "even" : ""));
    rows.add_row();
  }
  TableRows chosen(std::vector{age, ward});
  chosen.append(rows.batch(), std::vector<std::uint32_t>{19, 0, 1, 1, 4});
  const Batch batch = chosen.batch();
  ASSERT_EQ(batch.size(), 5U);
  ColumnBuffer<double> numbers;
  ColumnBuffer<std::string_view> texts;
  const auto ages = read_column(batch.column(0), numbers);
  const auto wards = read_column(batch.column(1), texts);
  EXPECT_EQ(ages[0], 9.5);
  EXPECT_EQ(ages[1], std::nullopt);
  EXPECT_EQ(ages[2], 0.5);
  EXPECT_EQ(ages[3], 0.5);
  EXPECT_EQ(wards[0], "");
  EXPECT_EQ(wards[4], "even");
}

TEST(TableRows, without_columns_have_rows) {
  TableRows rows{std::vector<TableColumn>()};
  rows.add_row();
  rows.add_row();
  EXPECT_EQ(rows.batch().size(), 2U);
  EXPECT_EQ(rows.batch().subspan(1, 1).size(), 1U);
}

TEST(PersonTableDomain, asks_for_ids_that_compare_exactly) {
  const TableDomain table({age, ward});
  EXPECT_THROW(PersonTableDomain({}, table), Error);
  EXPECT_THROW(PersonTableDomain({{"x", RowKind::real, false}}, table), Error);
  EXPECT_THROW(PersonTableDomain({{"age", RowKind::integer, false}}, table), Error);
  const PersonTableDomain persons({id}, table);
  EXPECT_EQ(persons.all_columns().find("id"), 0U);
  EXPECT_EQ(persons.table().find("id"), std::nullopt);
  EXPECT_NO_THROW((Space{persons, PersonDistance{}}));
}

TEST(GroupedTableDomain, asks_for_a_group_that_is_never_missing) {
  EXPECT_THROW(GroupedTableDomain(id, TableDomain({age})), Error);
  EXPECT_THROW(GroupedTableDomain(ward, TableDomain({ward})), Error);
  const GroupedTableDomain grouped(ward, TableDomain({age}));
  EXPECT_EQ(grouped.all_columns(), TableDomain({ward, age}));
}

TEST(TableDomain, has_an_identity_that_tells_ids_from_other_columns) {
  const TableDomain table({age});
  EXPECT_EQ(identity_of(table), identity_of(TableDomain({age})));
  EXPECT_NE(identity_of(table), identity_of(TableDomain({ward})));
  EXPECT_NE(identity_of(PersonTableDomain({id, ward}, table)),
            identity_of(PersonTableDomain({id}, TableDomain({ward, age}))));
}

}  // namespace
}  // namespace scrim::table_domain_test
