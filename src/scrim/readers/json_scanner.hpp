// The grammar of JSON (RFC 8259), checked from front to back without recursion.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "scrim/readers/json_bytes.hpp"

namespace scrim::readers {

/// What stands between the quotes of a string. Its escapes are known to be some.
struct JsonString {
  std::string_view raw;
  bool has_escapes = false;
};

enum class JsonKind { string, number, truth, null, nested };

/// A value as it is written; of objects and arrays the kind is all that is kept.
struct JsonValue {
  JsonKind kind = JsonKind::null;
  JsonString text;  ///< of a string, number or truth
};

/// Takes parts of JSON off the front of some bytes, and white space before each. All of the grammar
/// is checked, but whether strings are UTF-8 is not: one odd text does not spoil the row around it.
///
/// Each function says whether the part is there. If not, the bytes are no JSON, and there is no
/// use in asking on. They are inline as they are called for every few bytes of a file.
class JsonScanner {
 public:
  explicit JsonScanner(std::string_view bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  [[nodiscard]] bool take(char c) {
    if (at_ == end_ || *at_ != c) {
      skip_space();
      if (at_ == end_ || *at_ != c) return false;
    }
    ++at_;
    return true;
  }

  [[nodiscard]] bool take_string(JsonString& text) {
    if (!take('"')) return false;
    const char* const begin = at_;
    at_ = find_special_in_string(at_, end_);
    text.has_escapes = at_ != end_ && *at_ == '\\';
    if (text.has_escapes && !skip_escapes()) return false;
    if (at_ == end_ || *at_ != '"') return false;
    text.raw = bytes_since(begin);
    ++at_;
    return true;
  }

  /// `nesting` is memory to work in; what is in it does not matter.
  [[nodiscard]] bool take_value(JsonValue& value, std::vector<bool>& nesting) {
    skip_space();
    if (at_ == end_) return false;
    if (*at_ != '{' && *at_ != '[') return take_scalar(value);
    value.kind = JsonKind::nested;
    return take_nested(nesting);
  }

  [[nodiscard]] bool is_at_end() {
    skip_space();
    return at_ == end_;
  }

 private:
  void skip_space() {
    while (at_ != end_ && is_json_space(*at_)) ++at_;
  }

  [[nodiscard]] std::string_view bytes_since(const char* begin) const {
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

  /// Precondition (caller): no white space is before it, and a byte is there.
  [[nodiscard]] bool take_scalar(JsonValue& value) {
    if (*at_ == '"') {
      value.kind = JsonKind::string;
      return take_string(value.text);
    }
    const char* const begin = at_;
    if (!take_word_or_number(value.kind)) return false;
    value.text = {bytes_since(begin), false};
    return true;
  }

  [[nodiscard]] bool take_word_or_number(JsonKind& kind) {
    switch (*at_) {
      case 't':
        kind = JsonKind::truth;
        return take_word("true");
      case 'f':
        kind = JsonKind::truth;
        return take_word("false");
      case 'n':
        kind = JsonKind::null;
        return take_word("null");
      default:
        kind = JsonKind::number;
        return take_number();
    }
  }

  [[nodiscard]] bool take_word(std::string_view word) {
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    if (!rest.starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  [[nodiscard]] bool take_number() {
    if (*at_ == '-') ++at_;
    if (at_ != end_ && *at_ == '0') {
      ++at_;  // a digit behind it is not what may stand behind a value, and is refused there
    } else if (!take_digits()) {
      return false;
    }
    if (at_ != end_ && *at_ == '.') {
      ++at_;
      if (!take_digits()) return false;
    }
    if (at_ == end_ || (*at_ != 'e' && *at_ != 'E')) return true;
    ++at_;
    if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
    return take_digits();
  }

  [[nodiscard]] bool take_digits() {
    const char* const begin = at_;
    at_ = find_no_digit(at_, end_);
    return at_ != begin;
  }

  bool skip_escapes();
  bool take_nested(std::vector<bool>& nesting);

  const char* at_;
  const char* end_;
};

}  // namespace scrim::readers
