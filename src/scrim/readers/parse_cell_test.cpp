#include "scrim/readers/parse_cell.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace scrim::readers::parse_cell_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

TEST(ParseNumber, takes_what_is_written_as_a_number) {
  EXPECT_EQ(parse_number("44"), 44.0);
  EXPECT_EQ(parse_number("+44"), 44.0);
  EXPECT_EQ(parse_number("-44.50"), -44.5);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("5."), 5.0);
  EXPECT_EQ(parse_number("1e3"), 1000.0);
  EXPECT_EQ(parse_number("1E-3"), 0.001);
  EXPECT_EQ(parse_number(" \t 7 \t "), 7.0);
  EXPECT_EQ(parse_number("007"), 7.0);
  EXPECT_EQ(parse_number("12345678901234567890"), 12345678901234567890.0);
  EXPECT_EQ(parse_number("inf"), infinity);
  EXPECT_EQ(parse_number("-Infinity"), -infinity);
  EXPECT_TRUE(std::signbit(*parse_number("-0")));
}

TEST(ParseNumber, takes_nothing_else) {
  for (const char* cell : {"",
                           " ",
                           "abc",
                           "True",
                           "0x1F",
                           "1,5",
                           "1 2",
                           "1_000",
                           "12%",
                           "nan",
                           "NaN",
                           "nan(1)",
                           "infin",
                           "i",
                           "e5",
                           "1e",
                           "1e+",
                           ".",
                           "+",
                           "-",
                           "+-1",
                           "--1",
                           "2020-01-01",
                           "\"1\"",
                           "1\n",
                           "\r1",
                           "1f",
                           "1d0",
                           "\xEF\xBB\xBF"
                           "1",
                           "\xff"}) {
    EXPECT_EQ(parse_number(cell), std::nullopt) << cell;
  }
  EXPECT_EQ(parse_number(std::string_view("1\0", 2)), std::nullopt);
}

TEST(ParseNumber, moves_what_is_no_double_to_the_nearest_end) {
  EXPECT_EQ(parse_number("1e400"), infinity);
  EXPECT_EQ(parse_number("-1e400"), -infinity);
  EXPECT_EQ(parse_number("1e-400"), 0.0);
  EXPECT_EQ(parse_number("1e99999999999999999999"), infinity);
  EXPECT_EQ(parse_number("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(parse_number("0e99999999999999999999"), 0.0);
  EXPECT_EQ(parse_number(std::string(400, '9')), infinity);
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1e800"), infinity);
  EXPECT_EQ(parse_number("0." + std::string(800, '0') + "1e400"), 0.0);
  EXPECT_EQ(parse_number(std::string(400, '9') + "e-800"), 0.0);
  EXPECT_EQ(parse_number("000." + std::string(400, '0') + "1e401"), 1.0);
}

TEST(ParseNumber, takes_another_decimal_sign_instead_of_the_point) {
  EXPECT_EQ(parse_number("3,5", ','), 3.5);
  EXPECT_EQ(parse_number("-3,5e2", ','), -350.0);
  EXPECT_EQ(parse_number("3.5", ','), std::nullopt);
  EXPECT_EQ(parse_number("1.234,5", ','), std::nullopt);
  EXPECT_EQ(parse_number("1,2,3", ','), std::nullopt);
}

RC_GTEST_PROP(ParseNumber, reads_what_strtod_reads, ()) {
  const auto bits = *rc::gen::arbitrary<std::uint64_t>();
  double value = 0.0;
  static_assert(sizeof value == sizeof bits);
  std::memcpy(&value, &bits, sizeof value);
  RC_PRE(std::isfinite(value));
  const auto digits = *rc::gen::inRange(1, 25);
  std::vector<char> text(400);
  const int size = std::snprintf(text.data(), text.size(), "%.*e", digits, value);
  const std::string_view cell(text.data(), static_cast<std::size_t>(size));
  RC_ASSERT(parse_number(cell) == std::strtod(text.data(), nullptr));
}

RC_GTEST_PROP(ParseNumber, is_total, (const std::string& cell)) {
  const auto number = parse_number(cell);
  RC_ASSERT(!number || !std::isnan(*number));
  RC_ASSERT(parse_integer(cell).has_value() == number.has_value());
}

TEST(ParseInteger, is_exact_where_integers_are_written) {
  EXPECT_EQ(parse_integer("9007199254740993"), 9007199254740993);
  EXPECT_EQ(parse_integer("-9223372036854775808"), least);
  EXPECT_EQ(parse_integer("9223372036854775807"), most);
  EXPECT_EQ(parse_integer(" +12 "), 12);
  EXPECT_EQ(parse_integer("-0"), 0);
}

TEST(ParseInteger, moves_what_does_not_fit_to_the_end) {
  EXPECT_EQ(parse_integer("9223372036854775808"), most);
  EXPECT_EQ(parse_integer("-9223372036854775809"), least);
  EXPECT_EQ(parse_integer("99999999999999999999"), most);
  EXPECT_EQ(parse_integer("1e30"), most);
  EXPECT_EQ(parse_integer("-inf"), least);
}

TEST(ParseInteger, takes_the_nearest_and_of_two_the_even_one) {
  EXPECT_EQ(parse_integer("2.5"), 2);
  EXPECT_EQ(parse_integer("3.5"), 4);
  EXPECT_EQ(parse_integer("-2.5"), -2);
  EXPECT_EQ(parse_integer("-3.5"), -4);
  EXPECT_EQ(parse_integer("2.51"), 3);
  EXPECT_EQ(parse_integer("33.0"), 33);
  EXPECT_EQ(parse_integer("-0.4"), 0);
  EXPECT_EQ(parse_integer("abc"), std::nullopt);
  EXPECT_EQ(parse_integer(""), std::nullopt);
  EXPECT_EQ(parse_integer("2,5", ','), 2);
}

TEST(NearestInteger, has_none_for_nan_and_keeps_to_the_range) {
  EXPECT_EQ(nearest_integer(std::numeric_limits<double>::quiet_NaN()), std::nullopt);
  EXPECT_EQ(nearest_integer(0x1p63), most);
  EXPECT_EQ(nearest_integer(-0x1p63), least);
  EXPECT_EQ(nearest_integer(std::nextafter(0x1p63, 0.0)), 9223372036854774784);
  EXPECT_EQ(nearest_integer(4503599627370495.5), 4503599627370496);
  EXPECT_EQ(nearest_integer(4503599627370494.5), 4503599627370494);
}

}  // namespace
}  // namespace scrim::readers::parse_cell_test
