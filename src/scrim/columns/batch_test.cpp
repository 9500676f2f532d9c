#include "scrim/columns/batch.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "scrim/columns/block.hpp"
#include "support/error_of.hpp"

namespace scrim::batch_test {
namespace {

static_assert(Block<Batch>);

Column column_of(const std::vector<double>& values) {
  return {.type = ColumnType::float64,
          .rows = values.size(),
          .values = reinterpret_cast<const std::byte*>(values.data()),
          .stride = sizeof(double)};
}

TEST(Batch, is_cut_with_all_its_columns) {
  const std::vector<double> first(10);
  const std::vector<double> second(10);
  const std::array<Field, 2> fields = {Field{.name = "x"}, Field{.name = "y"}};
  const std::array<Column, 2> columns = {column_of(first), column_of(second)};
  const Batch batch(fields, columns);
  EXPECT_EQ(batch.size(), 10U);
  const Batch part = batch.subspan(2, 7).subspan(1, 3);
  EXPECT_EQ(part.size(), 3U);
  EXPECT_EQ(part.fields()[1].name, "y");
  EXPECT_EQ(part.column(0).rows, 3U);
  EXPECT_EQ(part.column(0).values, reinterpret_cast<const std::byte*>(&first[3]));
  EXPECT_EQ(part.column(1).values, reinterpret_cast<const std::byte*>(&second[3]));
}

TEST(Batch, of_columns_that_differ_is_refused) {
  const std::vector<double> values(3);
  const std::array<Field, 2> fields;
  std::array<Column, 2> columns = {column_of(values), column_of(values)};
  SCRIM_EXPECT_ERROR(Batch(std::span(fields).first(1), columns), ErrorKind::mismatch, "field");
  columns[1].rows = 2;
  const auto error = test::error_of([&] { (void)Batch(fields, columns); });
  EXPECT_EQ(error.kind, ErrorKind::wrong_size);
  EXPECT_TRUE(error.is_invoke_error) << "the lengths of columns are those of data";
  EXPECT_EQ(Batch({}, {}).size(), 0U);
}

}  // namespace
}  // namespace scrim::batch_test
