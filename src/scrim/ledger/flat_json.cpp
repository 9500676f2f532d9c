#include "scrim/ledger/flat_json.hpp"

#include <charconv>
#include <cstddef>
#include <system_error>

#include "scrim/ledger/sha256.hpp"
#include "scrim/readers/utf8.hpp"

namespace scrim::ledger {

namespace {

/// How many bytes at the front stand for themselves: a ledger is read to its last entry whenever it
/// is opened, so texts are copied in pieces.
std::size_t plain_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && text[length] != '"' && text[length] != '\\' &&
         static_cast<unsigned char>(text[length]) >= 32) {
    ++length;
  }
  return length;
}

void append_quoted(std::string& text, std::string_view value) {
  text += '"';
  while (true) {
    const std::size_t plain = plain_length(value);
    text += value.substr(0, plain);
    if (plain == value.size()) break;
    const char c = value[plain];
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else {
      text += "\\u00" + hex_text({&c, 1});
    }
    value.remove_prefix(plain + 1);
  }
  text += '"';
}

bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

/// What stands behind a \ at the front.
std::optional<char> take_escaped(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const char c = text.front();
  if (c == '"' || c == '\\') {
    text.remove_prefix(1);
    return c;
  }
  if (!take(text, "u00") || text.size() < 2 || !is_hex_text(text.substr(0, 2))) return std::nullopt;
  const char value = bytes_of_hex(text.substr(0, 2)).front();
  text.remove_prefix(2);
  return value;
}

std::optional<std::string> take_quoted(std::string_view& text) {
  if (!take(text, "\"")) return std::nullopt;
  std::string value;
  while (true) {
    const std::size_t plain = plain_length(text);
    value += text.substr(0, plain);
    text.remove_prefix(plain);
    if (take(text, "\"")) return value;
    if (!take(text, "\\")) return std::nullopt;
    const std::optional<char> escaped = take_escaped(text);
    if (!escaped) return std::nullopt;
    value += *escaped;
  }
}

std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take_member(std::string_view& text, FlatJson& json) {
  const std::optional<std::string> name = take_quoted(text);
  if (!name || !take(text, ":")) return false;
  if (text.starts_with('"')) {
    std::optional<std::string> value = take_quoted(text);
    if (!value) return false;
    json.add(*name, std::move(*value));
    return true;
  }
  const std::optional<std::uint64_t> number = take_number(text);
  if (!number) return false;
  json.add(*name, *number);
  return true;
}

}  // namespace

FlatJson& FlatJson::add(std::string name, std::string text) {
  members_.emplace_back(std::move(name), std::move(text));
  return *this;
}

FlatJson& FlatJson::add(std::string name, std::uint64_t number) {
  members_.emplace_back(std::move(name), number);
  return *this;
}

std::string FlatJson::text() const {
  std::string text = "{";
  text.reserve(1024);
  for (const auto& [name, value] : members_) {
    if (text.size() > 1) text += ',';
    append_quoted(text, name);
    text += ':';
    if (const auto* number = std::get_if<std::uint64_t>(&value)) {
      text += std::to_string(*number);
    } else {
      append_quoted(text, std::get<std::string>(value));
    }
  }
  return text + "}";
}

std::optional<FlatJson> FlatJson::from_text(std::string_view text) {
  FlatJson json;
  std::string_view rest = text;
  if (!readers::is_utf8(text) || !take(rest, "{")) return std::nullopt;
  while (!take(rest, "}")) {
    if (!json.members_.empty() && !take(rest, ",")) return std::nullopt;
    if (!take_member(rest, json)) return std::nullopt;
  }
  // Whatever the reader is lenient about, a leading zero or a needless escape, shows here.
  if (!rest.empty() || json.text() != text) return std::nullopt;
  return json;
}

}  // namespace scrim::ledger
