#include "scrim/transformations/drop_missing/make_drop_missing.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/error_of.hpp"
#include "support/small_tables.hpp"

namespace scrim::make_drop_missing_test {
namespace {

using Int = std::int64_t;
using Names = std::vector<std::string>;
using test::missing_cell;
using test::RowList;

const TableDomain table(test::law_columns);

TEST(MakeDropMissing, leaves_out_rows_that_miss_one_of_the_cells) {
  const auto drop = [](const Names& names) {
    return test::image_of(make_drop_missing(table, SymmetricDistance{}, names), test::law_rows());
  };
  EXPECT_EQ(drop({"x"}).size(), 3U);
  EXPECT_EQ(drop({"n"}).size(), 3U);
  EXPECT_EQ(drop({"x", "t"}), (RowList{{0.0, Int{1}, "a"}, {-0.5, Int{1}, "b"}}));
  EXPECT_EQ(drop({}).size(), 4U);
}

TEST(MakeDropMissing, says_that_none_is_missing) {
  const auto drop = make_drop_missing(table, SymmetricDistance{}, Names{"t"});
  EXPECT_EQ(drop.output_domain(), TableDomain({{"x", RowKind::real, true},
                                               {"n", RowKind::integer, true},
                                               {"t", RowKind::text, false}}));
}

TEST(MakeDropMissing, takes_nan_and_null_entries_for_missing) {
  const std::vector<double> reals = {1.0, std::numeric_limits<double>::quiet_NaN(), 3.0, 4.0};
  const std::vector<std::int8_t> codes = {0, 0, 1, 5};
  const TextDictionary dictionary({"a", {}});
  const std::array fields = {
      Field{.name = "x", .is_nullable = true},
      Field{.name = "t", .type = ColumnType::int8, .is_dictionary = true, .is_nullable = true}};
  const std::array columns = {Column{.rows = 4,
                                     .values = reinterpret_cast<const std::byte*>(reals.data()),
                                     .stride = sizeof(double)},
                              Column{.type = ColumnType::int8,
                                     .rows = 4,
                                     .values = reinterpret_cast<const std::byte*>(codes.data()),
                                     .stride = 1,
                                     .dictionary = &dictionary}};
  const TableDomain domain({{"x", RowKind::real, true}, {"t", RowKind::text, true}});
  const auto rows_left = [&](const Names& names) {
    const auto drop = make_drop_missing(domain, SymmetricDistance{}, names);
    const Batch image = drop.function().start()->apply(Batch(fields, columns));
    return image.size();
  };
  EXPECT_EQ(rows_left({"x"}), 3U);
  EXPECT_EQ(rows_left({"t"}), 2U);
  EXPECT_EQ(rows_left({"x", "t"}), 1U);
}

TEST(MakeDropMissing, refuses_other_names) {
  SCRIM_EXPECT_ERROR(make_drop_missing(table, SymmetricDistance{}, Names{"y"}), ErrorKind::mismatch,
                     "make_drop_missing: there is no column y");
}

TEST(MakeDropMissing, obeys_the_law_of_functions_of_rows) {
  test::expect_laws_on_tables([](const auto& domain, const auto& metric) {
    return make_drop_missing(domain, metric, Names{"n", "x"});
  });
}

}  // namespace
}  // namespace scrim::make_drop_missing_test
