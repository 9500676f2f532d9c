#include "scrim/readers/json_scanner.hpp"

namespace scrim::readers {

namespace {

[[nodiscard]] constexpr bool is_hexadecimal(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

/// From a backslash within a string to its end; false if an escape is none.
bool JsonScanner::skip_escapes() {
  while (at_ != end_ && *at_ == '\\') {
    ++at_;
    if (at_ == end_) return false;
    const char c = *at_++;
    if (c == 'u') {
      for (int i = 0; i < 4; ++i, ++at_) {
        if (at_ == end_ || !is_hexadecimal(*at_)) return false;
      }
    } else if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) {
      return false;
    }
    at_ = find_special_in_string(at_, end_);
  }
  return true;
}

/// An object or array. Of each that is open, `nesting` knows whether it is an object: a bit each,
/// so no depth is too deep.
bool JsonScanner::take_nested(std::vector<bool>& nesting) {
  nesting.clear();
  JsonString key;
  JsonValue value;
  do {
    bool is_complete = true;
    if (take('{')) {
      is_complete = take('}');
      if (!is_complete) {
        nesting.push_back(true);
        if (!take_string(key) || !take(':')) return false;
      }
    } else if (take('[')) {
      is_complete = take(']');
      if (!is_complete) nesting.push_back(false);
    } else if (at_ == end_ || !take_scalar(value)) {
      return false;
    }
    while (is_complete && !nesting.empty()) {
      const bool is_object = nesting.back();
      if (take(',')) {
        if (is_object && (!take_string(key) || !take(':'))) return false;
        is_complete = false;
      } else if (take(is_object ? '}' : ']')) {
        nesting.pop_back();
      } else {
        return false;
      }
    }
  } while (!nesting.empty());
  return true;
}

}  // namespace scrim::readers
