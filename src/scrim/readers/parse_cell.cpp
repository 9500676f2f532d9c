#include "scrim/readers/parse_cell.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace scrim::readers {

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

[[nodiscard]] std::string_view without_blanks(std::string_view cell) {
  while (!cell.empty() && is_blank(cell.front())) cell.remove_prefix(1);
  while (!cell.empty() && is_blank(cell.back())) cell.remove_suffix(1);
  return cell;
}

struct Signed {
  bool is_negative;
  std::string_view magnitude;
};

[[nodiscard]] Signed split_sign(std::string_view text) {
  const bool has_sign = !text.empty() && (text.front() == '+' || text.front() == '-');
  return {has_sign && text.front() == '-', has_sign ? text.substr(1) : text};
}

[[nodiscard]] bool is_word(std::string_view text, std::string_view lower_case) {
  if (text.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != lower_case[i])
      return false;
  }
  return true;
}

/// Whether decimal digits, of which not all are zero, with this exponent are at least 1. Asked only
/// of numbers that are beyond all doubles or below them, so an estimate of the size will do.
[[nodiscard]] bool is_large(std::string_view text) {
  std::int64_t digits_before_point = 0;
  std::int64_t zeros_behind_point = 0;
  bool is_behind_point = false;
  bool has_begun = false;  // a digit other than zero was seen
  std::size_t i = 0;
  for (; i < text.size() && (is_digit(text[i]) || text[i] == '.'); ++i) {
    if (text[i] == '.') {
      is_behind_point = true;
    } else if (has_begun || text[i] != '0') {
      has_begun = true;
      digits_before_point += is_behind_point ? 0 : 1;
    } else {
      zeros_behind_point += is_behind_point ? 1 : 0;
    }
  }
  const std::int64_t size = digits_before_point > 0 ? digits_before_point : -zeros_behind_point;
  if (i == text.size()) return size > 0;
  const auto exponent = split_sign(text.substr(i + 1));
  std::int64_t value = 0;
  for (const char c : exponent.magnitude) {
    // Far beyond what the digits of a cell can make up for.
    if (value < (std::int64_t{1} << 40)) value = value * 10 + (c - '0');
  }
  return size + (exponent.is_negative ? -value : value) > 0;
}

/// The value of at most 15 digits, which every double holds exactly; nothing for other texts.
[[nodiscard]] std::optional<double> parse_few_digits(std::string_view text) {
  if (text.size() > 15) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return static_cast<double>(value);
}

[[nodiscard]] std::optional<double> parse_magnitude(std::string_view text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text.empty()) return std::nullopt;
  if (!is_digit(text.front()) && text.front() != '.') {  // from_chars knows more words, and a sign
    if (is_word(text, "inf") || is_word(text, "infinity")) return infinity;
    return std::nullopt;
  }
  if (const auto few = parse_few_digits(text)) return few;
  double value = 0.0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stopped, error] = std::from_chars(begin, end, value);
  if (stopped != end || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) return is_large(text) ? infinity : 0.0;
  return value;
}

}  // namespace

std::optional<double> parse_number(std::string_view cell, char decimal) {
  const auto [is_negative, text] = split_sign(without_blanks(cell));
  std::optional<double> magnitude;
  if (decimal == '.') {
    magnitude = parse_magnitude(text);
  } else if (text.find('.') == std::string_view::npos) {
    std::string with_point(text);
    for (char& c : with_point) c = c == decimal ? '.' : c;
    magnitude = parse_magnitude(with_point);
  }
  if (!magnitude) return std::nullopt;
  return is_negative ? -*magnitude : *magnitude;
}

std::optional<std::int64_t> nearest_integer(double number) {
  if (number != number) return std::nullopt;
  if (number >= 0x1p63) return most;
  if (number <= -0x1p63) return least;
  double whole = std::floor(number);
  const double rest = number - whole;  // exact: a number with a fraction is below 2^52
  const auto lower = static_cast<std::int64_t>(whole);
  if (rest > 0.5 || (rest == 0.5 && lower % 2 != 0)) return lower + 1;
  return lower;
}

std::optional<std::int64_t> parse_integer(std::string_view cell, char decimal) {
  const auto [is_negative, digits] = split_sign(without_blanks(cell));
  if (digits.empty()) return std::nullopt;
  std::int64_t value = 0;  // negative, as that side of the range is the longer one
  for (const char c : digits) {
    if (!is_digit(c)) {
      const auto number = parse_number(cell, decimal);
      return number ? nearest_integer(*number) : std::nullopt;
    }
    const std::int64_t digit = c - '0';
    value = value < (least + digit) / 10 ? least : value * 10 - digit;
  }
  if (is_negative) return value;
  return value == least ? most : -value;
}

}  // namespace scrim::readers
