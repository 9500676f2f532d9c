#include "scrim/any/column_refusal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

namespace scrim {
namespace {

TEST(ColumnRefusal, is_by_type_alone) {
  const auto refuses = [](ColumnType type, const AnyDomain& domain) {
    return refusal_of_column(type, false, domain).has_value();
  };
  EXPECT_TRUE(refuses(ColumnType::uint64, vector_domain<std::int64_t>()));
  EXPECT_TRUE(refuses(ColumnType::text32, vector_domain<double>()));
  EXPECT_TRUE(refuses(ColumnType::bits, vector_domain<std::string_view>()));
  EXPECT_FALSE(refuses(ColumnType::uint64, vector_domain<double>()));
  EXPECT_FALSE(refuses(ColumnType::bits, vector_domain<std::uint64_t>()));
  EXPECT_FALSE(refuses(ColumnType::text_ucs4, vector_domain<std::string_view>()));
  EXPECT_FALSE(refusal_of_column(ColumnType::int8, true, vector_domain<std::string_view>()));
  EXPECT_TRUE(refusal_of_column(ColumnType::int8, true, vector_domain<std::int64_t>()));
}

TEST(ColumnRefusal, says_what_is_there_and_what_takes_it) {
  const AnyDomain integers = vector_domain<std::int64_t>();
  EXPECT_EQ(refusal_of_column(ColumnType::uint64, false, integers),
            "a column of uint64 cannot be read as " + integers.describe() +
                "; cast the column, or use atom_domain(\"uint64\") or atom_domain(float)");
  EXPECT_EQ(refusal_of_column(ColumnType::uint8, true, integers),
            "a column of text cannot be read as " + integers.describe() +
                "; cast the column, or use atom_domain(str)");
}

}  // namespace
}  // namespace scrim
