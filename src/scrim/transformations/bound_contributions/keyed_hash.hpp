// A hash that a public number keys: which rows stay should not favour any, and nothing rests on it.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "scrim/numbers/uint128.hpp"

namespace scrim::bounding {

/// The hash of what has been hashed to `hash`, and a word behind it.
[[nodiscard]] constexpr std::uint64_t hashed(std::uint64_t hash, std::uint64_t word) noexcept {
  constexpr std::uint64_t root = 0xb504f333f9de6484;   // of 2
  constexpr std::uint64_t ratio = 0x9e3779b97f4a7c15;  // the golden one
  const uint128 product = uint128{hash ^ root} * (word ^ ratio);
  const auto folded =
      static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  return (folded ^ folded >> 31 ^ word) * ratio;
}

/// The same for a text. Eight bytes at a time, and its length.
[[nodiscard]] inline std::uint64_t hashed(std::uint64_t hash, std::string_view text) noexcept {
  hash = hashed(hash, std::uint64_t{text.size()});
  while (text.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    hash = hashed(hash, word);
    text.remove_prefix(8);
  }
  std::uint64_t rest = 0;
  for (const char byte : text) rest = rest << 8 | static_cast<unsigned char>(byte);
  return hashed(hash, rest);
}

}  // namespace scrim::bounding
