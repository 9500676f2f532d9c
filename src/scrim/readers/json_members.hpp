// The cells of one row of JSON.
//
// Proof: readers.proof.md
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/readers/json_scanner.hpp"

namespace scrim::readers {

/// A value as the text of a cell.
struct JsonCell {
  std::string_view text;
  bool is_number = false;  ///< written as a number, not as a string
};

/// Finds the values of some keys in one row at a time. What it finds depends on the row alone.
///
/// A row that is not one object by the grammar of RFC 8259, from its first byte to its last, has no
/// values; nor is one of a row repaired. Strings need not be UTF-8 for that: they may be texts that
/// nobody asks for.
///
/// Keys are compared as texts: escapes stand for what they mean, and case matters. A key in the row
/// that is not UTF-8 or has half of a surrogate pair is none of those asked for. If a key is there
/// more than once, the last one counts.
///
/// Cost: one pass; memory of a bit for each bracket that is open, and of largest_cell for each key.
class JsonMembers {
 public:
  /// A key that is asked for twice is found twice; one that is not UTF-8 is found nowhere.
  explicit JsonMembers(const std::vector<std::string>& keys);

  /// Total: never fails but for want of memory.
  void read(std::string_view row);

  /// The value of a key in the row that was read last, valid as long as its bytes and until the
  /// next is read: a string's text, a number as it is written, "true" or "false". Nothing for null,
  /// objects and arrays; for a string that is not UTF-8 or has half of a surrogate pair; for what
  /// is larger than largest_cell; or if the key is not there.
  [[nodiscard]] const std::optional<JsonCell>& cell(std::size_t key) const {
    return members_[member_of_key_[key]].cell;
  }

 private:
  struct Member {
    std::string key;
    bool is_text;                    // else nothing is found
    std::optional<JsonValue> value;  // the last one seen in the row
    std::optional<JsonCell> cell;
    std::string buffer;  // where text with escapes is put together
  };

  bool find_values(std::string_view row);
  Member* member_with(JsonString key);
  static std::optional<JsonCell> cell_of(const JsonValue& value, std::string& buffer);

  std::vector<Member> members_;  // by length of key, then by key; each key once
  std::vector<std::size_t> member_of_key_;
  std::size_t longest_key_ = 0;
  std::string key_buffer_;
  std::vector<bool> nesting_;
};

}  // namespace scrim::readers
