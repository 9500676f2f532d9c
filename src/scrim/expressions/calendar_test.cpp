#include "scrim/expressions/calendar.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>

namespace scrim::calendar_test {
namespace {

using calendar::Date;
using calendar::parse_date;
using calendar::parse_time;

constexpr auto least = std::numeric_limits<std::int64_t>::min();
constexpr auto most = std::numeric_limits<std::int64_t>::max();

TEST(Calendar, is_that_of_the_standard_library_where_it_has_years) {
  // Two eras and more, with every leap year's kind.
  for (std::int64_t days = -800'000; days <= 800'000; ++days) {
    const std::chrono::sys_days there{std::chrono::days(days)};
    const std::chrono::year_month_day expected(there);
    const Date date = Date::of(days);
    ASSERT_EQ(date.year, static_cast<int>(expected.year())) << days;
    ASSERT_EQ(date.month, static_cast<unsigned>(expected.month())) << days;
    ASSERT_EQ(date.day, static_cast<unsigned>(expected.day())) << days;
    ASSERT_EQ(calendar::weekday_of(days), std::chrono::weekday(there).iso_encoding() - 1) << days;
  }
}

TEST(Calendar, has_a_date_for_every_number) {
  for (const std::int64_t days : {least, least + 1, most - 1, most}) {
    const Date date = Date::of(days);
    EXPECT_GE(date.month, 1);
    EXPECT_LE(date.month, 12);
    EXPECT_GE(date.day, 1);
    EXPECT_LE(date.day, 31);
    EXPECT_EQ(date.year < 0, days < 0);
    EXPECT_GE(calendar::weekday_of(days), 0);
    EXPECT_LE(calendar::weekday_of(days), 6);
    // 400 years on, towards the middle, it is the same day.
    const Date other = Date::of(days < 0 ? days + 146'097 : days - 146'097);
    EXPECT_EQ(other.year, days < 0 ? date.year + 400 : date.year - 400);
    EXPECT_EQ(other.month, date.month);
    EXPECT_EQ(other.day, date.day);
  }
  for (const std::int64_t time : {least, most}) {
    EXPECT_GE(calendar::hour_of(time), 0);
    EXPECT_LE(calendar::hour_of(time), 23);
    EXPECT_GE(calendar::minute_of(time), 0);
    EXPECT_LE(calendar::minute_of(time), 59);
  }
}

TEST(Calendar, times_before_1970_have_parts_too) {
  EXPECT_EQ(calendar::days_of(-1), -1);
  EXPECT_EQ(calendar::hour_of(-1), 23);
  EXPECT_EQ(calendar::minute_of(-1), 59);
  EXPECT_EQ(calendar::days_of(0), 0);
  EXPECT_EQ(calendar::hour_of(calendar::microseconds_a_day - 1), 23);
  EXPECT_EQ(calendar::hour_of(calendar::microseconds_a_day), 0);
}

TEST(Calendar, texts_are_dates_in_one_form_only) {
  EXPECT_EQ(parse_date("1970-01-01"), 0);
  EXPECT_EQ(parse_date("1969-12-31"), -1);
  EXPECT_EQ(parse_date("2026-01-31"), 20484);
  EXPECT_EQ(parse_date("2000-02-29"), 11016);
  EXPECT_EQ(parse_date("0000-01-01"), -719'528);
  EXPECT_EQ(parse_date("9999-12-31"), 2'932'896);
  for (const std::string_view text :
       {"", "2026", "2026-01", "2026-1-31", "2026-01-31 ", " 2026-01-31", "2026-13-01",
        "2026-00-01", "2026-02-29", "1900-02-29", "2026-04-31", "2026-01-00", "20260131",
        "2026-01-31T", "-026-01-31", "2026/01/31", "31-01-2026", "99999999-01-01"}) {
    EXPECT_EQ(parse_date(text), std::nullopt) << text;
  }
}

TEST(Calendar, texts_are_times_with_as_much_of_a_day_as_is_written) {
  const std::int64_t day = 20484 * calendar::microseconds_a_day;
  EXPECT_EQ(parse_time("2026-01-31"), day);
  EXPECT_EQ(parse_time("2026-01-31T10:00"), day + 10 * calendar::microseconds_an_hour);
  EXPECT_EQ(parse_time("2026-01-31 00:01:02"), day + 62'000'000);
  EXPECT_EQ(parse_time("2026-01-31T00:00:00.5"), day + 500'000);
  EXPECT_EQ(parse_time("2026-01-31T23:59:59.999999Z"), day + calendar::microseconds_a_day - 1);
  EXPECT_EQ(parse_time("1969-12-31T23:59:59.999999"), -1);
  for (const std::string_view text :
       {"", "2026-01-31T", "2026-01-31T1:00", "2026-01-31T24:00", "2026-01-31T10:60",
        "2026-01-31T10:00:60", "2026-01-31T10:00:00.", "2026-01-31T10:00:00.1234567",
        "2026-01-31T10:00:00+01:00", "2026-01-31T10:00:00ZZ", "2026-02-30T10:00", "2026-01-31Z",
        "2026-01-31T10"}) {
    EXPECT_EQ(parse_time(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace scrim::calendar_test
