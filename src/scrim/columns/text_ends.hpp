// A text by its two ends: hashed and compared without a jump that depends on its length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "scrim/numbers/uint128.hpp"

namespace scrim {

/// The first and the last bytes of a text, as many as fit, and its length. Up to 16 bytes there are
/// no others, so that such a text is told by its ends alone. Lengths of rows vary, and a processor
/// that guesses wrongly what a comparison byte by byte will do loses more time than the comparison
/// takes.
struct TextEnds {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t length = 0;

  [[nodiscard]] static TextEnds of(std::string_view text) noexcept {
    const char* const begin = text.data();
    const std::size_t length = text.size();
    if (length >= 8) {
      return {word_at<std::uint64_t>(begin), word_at<std::uint64_t>(begin + length - 8), length};
    }
    if (length >= 4) {
      return {word_at<std::uint32_t>(begin), word_at<std::uint32_t>(begin + length - 4), length};
    }
    if (length == 0) return {};
    // Of three bytes the middle one is the second, of two or one it is one of the ends again.
    return {
        word_at<std::uint8_t>(begin),
        word_at<std::uint8_t>(begin + length / 2) << 8 | word_at<std::uint8_t>(begin + length - 1),
        length};
  }

  /// Of the whole text.
  /// Precondition (caller): these are its ends.
  [[nodiscard]] std::uint64_t hash(std::string_view text) const noexcept {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
    std::uint64_t hash = mix(first ^ odd ^ length, last ^ ~odd);
    // Texts that differ in the middle alone must not all have one hash.
    for (std::size_t i = 8; i + 8 < text.size(); i += 8) {
      hash = mix(hash ^ word_at<std::uint64_t>(text.data() + i), odd);
    }
    return hash * odd;
  }

  /// Whether the text is the one that begins at `begin` and has the ends `other`.
  /// Precondition (caller): these are the ends of the text.
  [[nodiscard]] bool is_text(std::string_view text, const TextEnds& other,
                             const char* begin) const noexcept {
    const std::uint64_t difference =
        (other.first ^ first) | (other.last ^ last) | (other.length ^ length);
    if (difference != 0) return false;
    return text.size() <= 16 || std::memcmp(begin + 8, text.data() + 8, text.size() - 16) == 0;
  }

 private:
  /// So many bytes from `place` on, as a number.
  template <class Word>
  [[nodiscard]] static std::uint64_t word_at(const char* place) noexcept {
    Word word;
    std::memcpy(&word, place, sizeof word);
    return word;
  }

  [[nodiscard]] static std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
    const uint128 product = uint128{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
};

}  // namespace scrim
