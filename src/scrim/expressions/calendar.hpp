// Dates and times of the proleptic Gregorian calendar, for every count of days or microseconds that
// fits 64 bits.
//
// Proof: evaluate_rows.proof.md
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace scrim::calendar {

inline constexpr std::int64_t microseconds_a_minute = 60'000'000;
inline constexpr std::int64_t microseconds_an_hour = 60 * microseconds_a_minute;
inline constexpr std::int64_t microseconds_a_day = 24 * microseconds_an_hour;

/// floor(a / b), and what is left over it, for b above 0.
[[nodiscard]] constexpr std::int64_t floor_quotient(std::int64_t a, std::int64_t b) noexcept {
  return a / b - (a % b < 0 ? 1 : 0);
}
[[nodiscard]] constexpr std::int64_t floor_remainder(std::int64_t a, std::int64_t b) noexcept {
  const std::int64_t remainder = a % b;
  return remainder < 0 ? remainder + b : remainder;
}

/// A day of the calendar. Year 0 is the one before year 1.
struct Date {
  std::int64_t year;
  std::int64_t month;  ///< 1 to 12
  std::int64_t day;    ///< 1 to 31

  /// The date so many days behind 1970-01-01.
  [[nodiscard]] static constexpr Date of(std::int64_t days) noexcept {
    // The calendar repeats itself every 400 years of 146097 days. Years are taken to begin in
    // March, so that a leap day is their last, and eras on the first of March of a year divisible
    // by 400: that of 2000 came 11017 days behind 1970. What is left of an era is small, so that
    // nothing overflows at the ends of the range.
    constexpr std::int64_t days_an_era = 146'097;
    constexpr std::int64_t start = 11'017;
    const std::int64_t left = floor_remainder(days, days_an_era) - start;
    const std::int64_t era = floor_quotient(days, days_an_era) + (left < 0 ? -1 : 0);
    const std::int64_t day_of_era = left < 0 ? left + days_an_era : left;
    const std::int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
    const std::int64_t day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const std::int64_t months = (5 * day_of_year + 2) / 153;  // since March
    const std::int64_t month = months < 10 ? months + 3 : months - 9;
    return {.year = 2000 + era * 400 + year_of_era + (month <= 2 ? 1 : 0),
            .month = month,
            .day = day_of_year - (153 * months + 2) / 5 + 1};
  }
};

/// Monday is 0.
[[nodiscard]] constexpr std::int64_t weekday_of(std::int64_t days) noexcept {
  return floor_remainder(floor_remainder(days, 7) + 3, 7);  // 1970 began on a Thursday
}

[[nodiscard]] constexpr std::int64_t days_of(std::int64_t microseconds) noexcept {
  return floor_quotient(microseconds, microseconds_a_day);
}
[[nodiscard]] constexpr std::int64_t hour_of(std::int64_t microseconds) noexcept {
  return floor_remainder(microseconds, microseconds_a_day) / microseconds_an_hour;
}
[[nodiscard]] constexpr std::int64_t minute_of(std::int64_t microseconds) noexcept {
  return floor_remainder(microseconds, microseconds_an_hour) / microseconds_a_minute;
}

/// The days of a text like "2026-01-31"; nothing if it is no date.
[[nodiscard]] std::optional<std::int64_t> parse_date(std::string_view text) noexcept;

/// The microseconds of a text like "2026-01-31T10:00:00", UTC. A space may stand for the T; seconds
/// may have up to six digits behind a point, and may be left out, and so may the time of day. A Z
/// may follow. Nothing if it is no time.
[[nodiscard]] std::optional<std::int64_t> parse_time(std::string_view text) noexcept;

}  // namespace scrim::calendar
