#include "scrim/readers/json_rows.hpp"

#include <algorithm>

#include "scrim/readers/json_bytes.hpp"

namespace scrim::readers {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Whether the byte is none of a row that begins or goes on at depth 0.
[[nodiscard]] constexpr bool is_separator(char c) {
  return is_json_space(c) || c == ',' || c == '}' || c == ']';
}

[[nodiscard]] constexpr bool ends_word(char c) { return is_separator(c) || is_structural(c); }

[[nodiscard]] std::string_view bytes_between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::optional<std::string_view> JsonRows::next(std::string_view& piece) {
  if (was_given_) forget_row();
  return layout_ == JsonLayout::lines ? next_line(piece) : next_value(piece);
}

std::optional<std::string_view> JsonRows::finish() {
  if (was_given_) forget_row();
  if (layout_ == JsonLayout::lines) return row_of_line_ending_with({});
  if (!has_begun_) begin_with_part_of_mark();
  if (place_ == Place::between_rows) return std::nullopt;
  place_ = Place::between_rows;
  return row_ending_with({});
}

std::optional<std::string_view> JsonRows::next_line(std::string_view& piece) {
  while (!piece.empty()) {
    const auto length = piece.find('\n');
    const auto part = piece.substr(0, length);
    if (length == std::string_view::npos) {
      hold(part);
      piece = {};
      break;
    }
    piece.remove_prefix(length + 1);
    if (const auto row = row_of_line_ending_with(part)) return row;
  }
  return std::nullopt;
}

std::optional<std::string_view> JsonRows::row_of_line_ending_with(std::string_view part) {
  auto line = row_ending_with(part);
  if (is_too_large_) return line;
  // In front of any line: were it skipped in the first one only, taking out the first row would
  // change how the second is read.
  if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  if (!std::ranges::all_of(line, is_json_space)) return line;
  forget_row();
  return std::nullopt;
}

/// False if the piece ended before it was clear whether there is one.
bool JsonRows::pass_byte_order_mark(std::string_view& piece) {
  while (!piece.empty() && byte_order_mark_ < byte_order_mark.size() &&
         piece.front() == byte_order_mark[byte_order_mark_]) {
    ++byte_order_mark_;
    piece.remove_prefix(1);
  }
  if (byte_order_mark_ == byte_order_mark.size()) {
    has_begun_ = true;
  } else if (!piece.empty()) {
    begin_with_part_of_mark();
  }
  return has_begun_;
}

/// What looked like a byte order mark is the beginning of the first row.
void JsonRows::begin_with_part_of_mark() {
  has_begun_ = true;
  if (byte_order_mark_ == 0) return;
  has_first_byte_ = true;
  place_ = Place::word;
  hold(byte_order_mark.substr(0, byte_order_mark_));
}

std::optional<std::string_view> JsonRows::next_value(std::string_view& piece) {
  if (!has_begun_ && !pass_byte_order_mark(piece)) return std::nullopt;
  const char* const first = piece.data();
  const char* const end = first + piece.size();
  const char* const begin = place_ == Place::between_rows ? begin_row(first, end) : first;
  if (begin == end) {
    piece = {};
    return std::nullopt;
  }
  const char* const stopped = end_row(begin, end);
  const auto part = bytes_between(begin, stopped);
  piece = bytes_between(stopped, end);
  if (place_ == Place::between_rows) return row_ending_with(part);
  hold(part);
  return std::nullopt;
}

/// The first byte of the next row, which stays to be read, or `end`.
const char* JsonRows::begin_row(const char* at, const char* end) {
  for (; at != end; ++at) {
    if (is_json_space(*at)) continue;
    const bool is_first = !has_first_byte_;
    has_first_byte_ = true;
    if (is_separator(*at) || (is_first && *at == '[')) continue;
    depth_ = 0;
    place_ = is_structural(*at) ? Place::brackets : Place::word;
    return at;
  }
  return at;
}

/// The end of the row, which is then left (Place::between_rows), or `end`.
const char* JsonRows::end_row(const char* at, const char* end) {
  if (place_ == Place::word) {
    at = std::find_if(at, end, ends_word);
    if (at != end) place_ = Place::between_rows;
    return at;
  }
  // Copies, which the compiler keeps in registers.
  Place place = place_;
  std::uint64_t depth = depth_;
  while (at != end && place != Place::between_rows) {
    if (place == Place::brackets) {
      at = find_structural(at, end);
      if (at == end) break;
      const char c = *at++;
      if (c == '"') {
        place = Place::string;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (is_structural(c) && --depth == 0) {
        place = Place::between_rows;
      }
    }
    if (place == Place::escape && at != end) {
      if (*at != '\n' && *at != '\r') ++at;  // no backslash makes a line break a part of a string
      place = Place::string;
    }
    if (place == Place::string) {
      at = find_special_in_string(at, end);
      if (at == end) break;
      const char c = *at++;
      if (c == '"') {
        place = depth == 0 ? Place::between_rows : Place::brackets;
      } else if (c == '\\') {
        place = Place::escape;
      } else if (c == '\n' || c == '\r') {
        place = Place::between_rows;
      }
    }
  }
  place_ = place;
  depth_ = depth;
  return at;
}

void JsonRows::hold(std::string_view part) {
  is_too_large_ = is_too_large_ || part.size() > largest_json_row - held_.size();
  if (is_too_large_) {
    held_.clear();
  } else {
    held_.append(part);
  }
}

/// When it is asked for the next one, as the caller reads it until then.
void JsonRows::forget_row() {
  was_given_ = false;
  is_too_large_ = false;
  held_.clear();
}

/// Without a copy where all of it lies in one piece.
std::string_view JsonRows::row_ending_with(std::string_view part) {
  was_given_ = true;
  if (held_.empty() && part.size() <= largest_json_row && !is_too_large_) return part;
  hold(part);
  return held_;
}

}  // namespace scrim::readers
