// Which bytes mean something in JSON, and where the next one is.
#pragma once

#include "scrim/readers/eight_bytes.hpp"

namespace scrim::readers {

[[nodiscard]] constexpr bool is_json_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Whether a byte within a string is more than a part of its text: a quote, a backslash, or a
/// control character, which JSON forbids there.
[[nodiscard]] constexpr bool is_special_in_string(char c) noexcept {
  return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

[[nodiscard]] constexpr std::uint64_t mark_special_in_string(std::uint64_t word) noexcept {
  return mark_equal(word, '"') | mark_equal(word, '\\') | mark_below(word, 0x20);
}

/// The first special byte of a string, or `end`.
[[nodiscard]] inline const char* find_special_in_string(const char* at, const char* end) noexcept {
  return find_marked(at, end, mark_special_in_string, is_special_in_string);
}

/// Whether a byte outside of strings begins a string or moves between depths.
[[nodiscard]] constexpr bool is_structural(char c) noexcept {
  return c == '"' || c == '{' || c == '}' || c == '[' || c == ']';
}

/// This bit is all that tells brackets from braces. It makes a quote of byte 2, too.
[[nodiscard]] constexpr std::uint64_t mark_structural(std::uint64_t word) noexcept {
  const auto folded = word | one_in_each_byte * 0x20;
  return mark_equal(folded, '"') | mark_equal(folded, '{') | mark_equal(folded, '}');
}

/// The first structural byte, or `end`; the byte may also be another, so ask is_structural.
[[nodiscard]] inline const char* find_structural(const char* at, const char* end) noexcept {
  return find_marked(at, end, mark_structural, is_structural);
}

/// The first byte that is no digit, or `end`.
[[nodiscard]] inline const char* find_no_digit(const char* at, const char* end) noexcept {
  for (; end - at >= 8; at += 8) {
    const auto marks = mark_no_digit(load_eight_bytes(at));
    if (marks != 0) return at + first_marked(marks);
  }
  while (at != end && *at >= '0' && *at <= '9') ++at;
  return at;
}

}  // namespace scrim::readers
