#include "scrim/readers/json_members.hpp"

#include <algorithm>

#include "scrim/readers/cell_column.hpp"
#include "scrim/readers/json_text.hpp"
#include "scrim/readers/utf8.hpp"

namespace scrim::readers {

namespace {

/// Lengths first: most keys differ in that already.
[[nodiscard]] bool is_before(std::string_view left, std::string_view right) {
  return left.size() != right.size() ? left.size() < right.size() : left < right;
}

}  // namespace

JsonMembers::JsonMembers(const std::vector<std::string>& keys) {
  auto sorted = keys;
  std::ranges::sort(sorted, is_before);
  const auto repeated = std::ranges::unique(sorted);
  sorted.erase(repeated.begin(), repeated.end());
  for (const auto& key : sorted) {
    members_.push_back(
        {.key = key, .is_text = is_utf8(key), .value = {}, .cell = {}, .buffer = {}});
    longest_key_ = key.size();
  }
  for (const auto& key : keys) {
    const auto at = std::ranges::lower_bound(sorted, key, is_before);
    member_of_key_.push_back(static_cast<std::size_t>(at - sorted.begin()));
  }
}

void JsonMembers::read(std::string_view row) {
  for (Member& member : members_) {
    member.value.reset();
    member.cell.reset();
  }
  if (!find_values(row)) return;
  for (Member& member : members_) {
    if (member.value) member.cell = cell_of(*member.value, member.buffer);
  }
}

/// Whether the row is an object: only then are the values that were found its own.
bool JsonMembers::find_values(std::string_view row) {
  JsonScanner scanner(row);
  if (!scanner.take('{')) return false;
  if (scanner.take('}')) return scanner.is_at_end();
  JsonString key;
  JsonValue value;
  do {
    if (!scanner.take_string(key) || !scanner.take(':')) return false;
    if (!scanner.take_value(value, nesting_)) return false;
    if (Member* const member = member_with(key)) member->value = value;
  } while (scanner.take(','));
  return scanner.take('}') && scanner.is_at_end();
}

JsonMembers::Member* JsonMembers::member_with(JsonString key) {
  std::string_view text = key.raw;
  if (key.has_escapes) {
    const auto decoded = text_of(key, longest_key_, key_buffer_);
    if (!decoded) return nullptr;
    text = *decoded;
  }
  const auto at = std::ranges::lower_bound(members_, text, is_before, &Member::key);
  return at != members_.end() && at->key == text && at->is_text ? &*at : nullptr;
}

std::optional<JsonCell> JsonMembers::cell_of(const JsonValue& value, std::string& buffer) {
  switch (value.kind) {
    case JsonKind::string: {
      const auto text = text_of(value.text, largest_cell, buffer);
      if (!text) return std::nullopt;
      return JsonCell{*text, false};
    }
    case JsonKind::number:
      if (value.text.raw.size() > largest_cell) return std::nullopt;
      return JsonCell{value.text.raw, true};
    case JsonKind::truth:
      return JsonCell{value.text.raw, false};
    case JsonKind::null:
    case JsonKind::nested:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace scrim::readers
