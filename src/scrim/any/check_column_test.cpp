#include "scrim/any/check_column.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "support/error_of.hpp"

namespace scrim::check_column_test {
namespace {

TEST(CheckColumn, is_by_type_alone) {
  const auto refuses = [](ColumnType type, const AnyDomain& domain, bool is_dictionary = false) {
    try {
      check_column({.type = type, .is_dictionary = is_dictionary}, domain);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::wrong_type);
      return true;
    }
    return false;
  };
  EXPECT_TRUE(refuses(ColumnType::uint64, vector_domain<std::int64_t>()));
  EXPECT_TRUE(refuses(ColumnType::text32, vector_domain<double>()));
  EXPECT_TRUE(refuses(ColumnType::bits, vector_domain<std::string_view>()));
  EXPECT_FALSE(refuses(ColumnType::uint64, vector_domain<double>()));
  EXPECT_FALSE(refuses(ColumnType::bits, vector_domain<std::uint64_t>()));
  EXPECT_FALSE(refuses(ColumnType::text_ucs4, vector_domain<std::string_view>()));
  EXPECT_FALSE(refuses(ColumnType::int8, vector_domain<std::string_view>(), true));
  EXPECT_TRUE(refuses(ColumnType::int8, vector_domain<std::int64_t>(), true));
  EXPECT_TRUE(refuses(ColumnType::time_nanoseconds, vector_domain<std::int64_t>()));
  EXPECT_TRUE(refuses(ColumnType::date_days64, vector_domain<std::string_view>()));
}

TEST(CheckColumn, says_what_is_there_and_what_takes_it) {
  const AnyDomain integers = vector_domain<std::int64_t>();
  const auto text_of = [&](const Field& field) {
    return test::error_of([&] { check_column(field, integers); }).text;
  };
  EXPECT_EQ(text_of({.type = ColumnType::uint64}),
            "a column of uint64 cannot be read as " + integers.describe() +
                "; cast the column, or use atom_domain(\"uint64\") or atom_domain(float)");
  EXPECT_EQ(text_of({.type = ColumnType::uint8, .is_dictionary = true}),
            "a column of text cannot be read as " + integers.describe() +
                "; cast the column, or use atom_domain(str)");
  EXPECT_EQ(text_of({.type = ColumnType::date_days32}),
            "a column of dates is no column of numbers; cast it to integers, which are days since "
            "1970: column.cast(pyarrow.int32()), or .astype(\"int64\") in pandas and "
            ".cast(polars.Int64) in Polars");
}

}  // namespace
}  // namespace scrim::check_column_test
