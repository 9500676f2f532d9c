#include "scrim/columns/describe.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <string_view>

namespace scrim::describe_test {
namespace {

TEST(DescribeValue, writes_the_shortest_digits) {
  EXPECT_EQ(describe_value(0.1), "0.1");
  EXPECT_EQ(describe_value(0.1f), "0.1");
  EXPECT_EQ(describe_value(3.0), "3");
  EXPECT_EQ(describe_value(-0.0), "-0");
  EXPECT_EQ(describe_value(std::numeric_limits<double>::denorm_min()), "5e-324");
  EXPECT_EQ(describe_value(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(describe_value(std::numeric_limits<float>::max()), "3.4028235e+38");
}

TEST(DescribeValue, reads_back_as_the_same_double) {
  std::mt19937_64 words(20260101);
  for (int i = 0; i < 20000; ++i) {
    const auto value = std::bit_cast<double>(words());
    if (value != value) continue;
    EXPECT_EQ(std::strtod(describe_value(value).c_str(), nullptr), value);
  }
}

TEST(DescribeValue, names_the_values_that_are_no_numbers) {
  EXPECT_EQ(describe_value(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(describe_value(-std::numeric_limits<float>::infinity()), "-inf");
  EXPECT_EQ(describe_value(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(describe_value(-std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(describe_value(-std::numeric_limits<float>::quiet_NaN()), "NaN");
}

TEST(DescribeValue, writes_integers_as_numbers_not_characters) {
  EXPECT_EQ(describe_value(std::int8_t{65}), "65");
  EXPECT_EQ(describe_value(std::uint8_t{255}), "255");
  EXPECT_EQ(describe_value(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(describe_value(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
}

TEST(DescribeValue, writes_booleans_as_words_and_strings_in_quotes) {
  EXPECT_EQ(describe_value(true), "true");
  EXPECT_EQ(describe_value(false), "false");
  EXPECT_EQ(describe_value(std::string("a b")), "\"a b\"");
  EXPECT_EQ(describe_value(std::string_view("")), "\"\"");
  EXPECT_EQ(describe_value(std::string("say \"hi\"\n")), "\"say \\\"hi\\\"\\n\"");
}

TEST(TypeName, names_integers_by_sign_and_width) {
  EXPECT_EQ(type_name<std::int8_t>(), "int8");
  EXPECT_EQ(type_name<std::int16_t>(), "int16");
  EXPECT_EQ(type_name<std::int32_t>(), "int32");
  EXPECT_EQ(type_name<std::int64_t>(), "int64");
  EXPECT_EQ(type_name<std::uint8_t>(), "uint8");
  EXPECT_EQ(type_name<std::uint16_t>(), "uint16");
  EXPECT_EQ(type_name<std::uint32_t>(), "uint32");
  EXPECT_EQ(type_name<std::uint64_t>(), "uint64");
  EXPECT_EQ(type_name<long long>(), "int64");
  EXPECT_EQ(type_name<unsigned long long>(), "uint64");
}

TEST(Written, reads_in_python_as_the_same_value) {
  EXPECT_EQ(written_number(1.0), "1.0");
  EXPECT_EQ(written_number(-12.0), "-12.0");
  EXPECT_EQ(written_number(0.1), "0.1");
  EXPECT_EQ(written_number(0.1F), "0.1");
  EXPECT_EQ(written_number(1e300), "1e+300");
  EXPECT_EQ(written_number(0.0), "0.0");
  EXPECT_EQ(written_number(-0.0), "0.0");
  EXPECT_EQ(written_number(-std::numeric_limits<double>::infinity()), "float(\"-inf\")");
  EXPECT_EQ(written_number(-std::numeric_limits<double>::quiet_NaN()), "float(\"nan\")");
  EXPECT_EQ(written_number(std::int64_t{-3}), "-3");
  EXPECT_EQ(written_number(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
}

TEST(Written, types_are_those_of_python_or_numpy) {
  EXPECT_EQ(written_type<double>(), "float");
  EXPECT_EQ(written_type<float>(), "\"float32\"");
  EXPECT_EQ(written_type<std::int64_t>(), "int");
  EXPECT_EQ(written_type<std::uint8_t>(), "\"uint8\"");
  EXPECT_EQ(written_type<bool>(), "bool");
  EXPECT_EQ(written_type<std::string>(), "str");
  EXPECT_EQ(written_type<std::string_view>(), "str");
}

TEST(TypeName, names_the_other_atoms) {
  EXPECT_EQ(type_name<float>(), "float");
  EXPECT_EQ(type_name<double>(), "double");
  EXPECT_EQ(type_name<bool>(), "bool");
  EXPECT_EQ(type_name<std::string>(), "string");
  EXPECT_EQ(type_name<std::string_view>(), "string_view");
}

}  // namespace
}  // namespace scrim::describe_test
