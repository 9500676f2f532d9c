#include "scrim/readers/json_text.hpp"

#include <cstdint>

#include "scrim/readers/utf8.hpp"

namespace scrim::readers {

namespace {

[[nodiscard]] std::uint32_t value_of_hexadecimal(char c) {
  if (c <= '9') return static_cast<std::uint32_t>(c - '0');
  return static_cast<std::uint32_t>((c | 0x20) - 'a' + 10);
}

/// Takes four hexadecimal digits off the front.
[[nodiscard]] std::uint32_t take_unit(std::string_view& rest) {
  std::uint32_t unit = 0;
  for (const char c : rest.substr(0, 4)) unit = unit * 16 + value_of_hexadecimal(c);
  rest.remove_prefix(4);
  return unit;
}

/// What a \u stands for, with the second half of a surrogate pair; nothing for half of one.
[[nodiscard]] std::optional<std::uint32_t> take_code_point(std::string_view& rest) {
  const std::uint32_t first = take_unit(rest);
  if (first < 0xD800 || first > 0xDFFF) return first;
  if (first > 0xDBFF || !rest.starts_with("\\u")) return std::nullopt;
  rest.remove_prefix(2);
  const std::uint32_t second = take_unit(rest);
  if (second < 0xDC00 || second > 0xDFFF) return std::nullopt;
  return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
}

void append_utf8(std::string& text, std::uint32_t point) {
  const auto append = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  const auto append_tail = [&](unsigned shift) { append(0x80 | (point >> shift & 0x3F)); };
  if (point < 0x80) return append(point);
  if (point < 0x800) {
    append(0xC0 | point >> 6);
  } else {
    if (point < 0x10000) {
      append(0xE0 | point >> 12);
    } else {
      append(0xF0 | point >> 18);
      append_tail(12);
    }
    append_tail(6);
  }
  append_tail(0);
}

[[nodiscard]] char character_of_escape(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:  // a quote, a slash of either kind
      return c;
  }
}

/// Precondition (caller): the escapes are well-formed, as JsonScanner has seen to.
[[nodiscard]] bool decode(std::string_view rest, std::size_t largest, std::string& text) {
  text.clear();
  while (true) {
    const auto plain = rest.substr(0, rest.find('\\'));
    if (plain.size() > largest - text.size()) return false;
    text.append(plain);
    rest.remove_prefix(plain.size());
    if (rest.empty()) return true;
    const char escape = rest[1];
    rest.remove_prefix(2);
    if (escape == 'u') {
      const auto point = take_code_point(rest);
      if (!point) return false;
      append_utf8(text, *point);
    } else {
      text.push_back(character_of_escape(escape));
    }
    if (text.size() > largest) return false;
  }
}

}  // namespace

std::optional<std::string_view> text_of(JsonString string, std::size_t largest,
                                        std::string& buffer) {
  std::string_view text = string.raw;
  if (string.has_escapes) {
    if (!decode(string.raw, largest, buffer)) return std::nullopt;
    text = buffer;
  }
  if (text.size() > largest || !is_utf8(text)) return std::nullopt;
  return text;
}

}  // namespace scrim::readers
