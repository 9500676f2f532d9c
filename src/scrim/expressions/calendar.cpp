#include "scrim/expressions/calendar.hpp"

#include <cstddef>

namespace scrim::calendar {

namespace {

/// Takes texts apart from the front. Once something is not there, nothing is.
class TextParts {
 public:
  explicit TextParts(std::string_view text) : text_(text) {}

  /// A number of exactly so many digits.
  std::int64_t number(std::size_t digits) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < digits; ++i) value = 10 * value + digit();
    return value;
  }
  std::int64_t digit() {
    if (text_.empty() || text_.front() < '0' || text_.front() > '9') {
      is_right_ = false;
      return 0;
    }
    const char taken = text_.front();
    text_.remove_prefix(1);
    return taken - '0';
  }
  /// Whether one of these characters came.
  bool takes(std::string_view characters) {
    if (text_.empty() || characters.find(text_.front()) == characters.npos) return false;
    text_.remove_prefix(1);
    return true;
  }
  void require(bool holds) { is_right_ = is_right_ && holds; }

  [[nodiscard]] bool is_at_end() const { return text_.empty(); }
  [[nodiscard]] bool is_right() const { return is_right_; }
  [[nodiscard]] bool begins_with_digit() const {
    return !text_.empty() && text_.front() >= '0' && text_.front() <= '9';
  }

 private:
  std::string_view text_;
  bool is_right_ = true;
};

std::int64_t days_to(std::int64_t year, std::int64_t month, std::int64_t day) {
  const std::int64_t shifted = month <= 2 ? year - 1 : year;
  const std::int64_t era = floor_quotient(shifted, 400);
  const std::int64_t year_of_era = shifted - era * 400;
  const std::int64_t months = month > 2 ? month - 3 : month + 9;
  const std::int64_t day_of_year = (153 * months + 2) / 5 + day - 1;
  return era * 146'097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
         719'468;
}

std::int64_t take_date(TextParts& parts) {
  const std::int64_t year = parts.number(4);
  parts.require(parts.takes("-"));
  const std::int64_t month = parts.number(2);
  parts.require(parts.takes("-"));
  const std::int64_t day = parts.number(2);
  const std::int64_t days = days_to(year, month, day);
  // The 31st of February would be another day.
  const Date back = Date::of(days);
  parts.require(back.year == year && back.month == month && back.day == day);
  return days;
}

std::int64_t take_fraction(TextParts& parts) {
  std::int64_t value = 0;
  std::int64_t unit = microseconds_a_minute / 60;
  parts.require(parts.begins_with_digit());
  while (parts.begins_with_digit() && unit > 1) {
    unit /= 10;
    value += unit * parts.digit();
  }
  return value;
}

std::int64_t take_time_of_day(TextParts& parts) {
  const std::int64_t hour = parts.number(2);
  parts.require(hour < 24 && parts.takes(":"));
  const std::int64_t minute = parts.number(2);
  parts.require(minute < 60);
  std::int64_t time = hour * microseconds_an_hour + minute * microseconds_a_minute;
  if (parts.takes(":")) {
    const std::int64_t second = parts.number(2);
    parts.require(second < 60);
    time += second * (microseconds_a_minute / 60);
    if (parts.takes(".")) time += take_fraction(parts);
  }
  return time;
}

}  // namespace

std::optional<std::int64_t> parse_date(std::string_view text) noexcept {
  TextParts parts(text);
  const std::int64_t days = take_date(parts);
  return parts.is_right() && parts.is_at_end() ? std::optional(days) : std::nullopt;
}

std::optional<std::int64_t> parse_time(std::string_view text) noexcept {
  TextParts parts(text);
  std::int64_t time = take_date(parts) * microseconds_a_day;  // years have four digits
  if (parts.takes("T ")) {
    time += take_time_of_day(parts);
    (void)parts.takes("Z");
  }
  return parts.is_right() && parts.is_at_end() ? std::optional(time) : std::nullopt;
}

}  // namespace scrim::calendar
