#include "scrim/readers/utf8.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace scrim::readers {

namespace {

/// How many of the first bytes are ASCII, eight at a time.
[[nodiscard]] std::size_t count_ascii(std::string_view bytes) noexcept {
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, 8);
    if ((word & 0x8080808080808080U) != 0) break;
  }
  while (i < bytes.size() && static_cast<unsigned char>(bytes[i]) < 0x80) ++i;
  return i;
}

/// What the first byte of a character says of those behind it.
struct Lead {
  std::size_t length;      ///< of the character, in bytes; 0 if none begins like this
  unsigned char least;     ///< that the second byte may be
  unsigned char greatest;  ///< that it may be
};

[[nodiscard]] constexpr Lead lead_of(unsigned char first) {
  if (first >= 0xC2 && first <= 0xDF) return {2, 0x80, 0xBF};
  if (first == 0xE0) return {3, 0xA0, 0xBF};  // below, two bytes would do
  if (first == 0xED) return {3, 0x80, 0x9F};  // above are the surrogates
  if (first >= 0xE1 && first <= 0xEF) return {3, 0x80, 0xBF};
  if (first == 0xF0) return {4, 0x90, 0xBF};  // below, three bytes would do
  if (first >= 0xF1 && first <= 0xF3) return {4, 0x80, 0xBF};
  if (first == 0xF4) return {4, 0x80, 0x8F};  // above is beyond U+10FFFF
  return {0, 0, 0};
}

}  // namespace

bool is_utf8(std::string_view bytes) noexcept {
  while (true) {
    bytes.remove_prefix(count_ascii(bytes));
    if (bytes.empty()) return true;
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const Lead lead = lead_of(at(0));
    if (lead.length == 0 || bytes.size() < lead.length) return false;
    if (at(1) < lead.least || at(1) > lead.greatest) return false;
    for (std::size_t i = 2; i < lead.length; ++i) {
      if (at(i) < 0x80 || at(i) > 0xBF) return false;
    }
    bytes.remove_prefix(lead.length);
  }
}

}  // namespace scrim::readers
