// The places of texts in a list, looked up without a jump that depends on their lengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/numbers/uint128.hpp"

namespace scrim {

/// Where texts stand in a list: a table by a hash of the whole text, in which a text of up to 16
/// bytes is told by its two ends alone. Lengths of rows vary, and a processor that guesses wrongly
/// what a comparison byte by byte will do loses more time than the comparison takes.
class TextPositions {
 public:
  /// Precondition (caller): none is repeated.
  explicit TextPositions(const std::vector<std::string>& texts);

  /// The position of a text that is not in the list. Lists are shorter: they lie in memory.
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  [[nodiscard]] std::uint32_t position_of(std::string_view text) const noexcept {
    const Ends ends = ends_of(text);
    for (std::size_t place = place_of(text, ends);; place = (place + 1) & (entries_.size() - 1)) {
      const Entry& entry = entries_[place];
      if (entry.position == none || is_entry(entry, text, ends)) return entry.position;
    }
  }

 private:
  /// The first and the last bytes of a text, as many as fit, and its length. Up to 16 bytes there
  /// are no others.
  struct Ends {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t length = 0;
  };

  struct Entry {
    Ends ends;
    std::size_t begin = 0;  ///< of the text, among all characters
    std::uint32_t position = none;
  };

  /// So many bytes from `place` on, as a number.
  template <class Word>
  [[nodiscard]] static std::uint64_t word_at(const char* place) noexcept {
    Word word;
    std::memcpy(&word, place, sizeof word);
    return word;
  }

  [[nodiscard]] static Ends ends_of(std::string_view text) noexcept {
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

  [[nodiscard]] static std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
    const uint128 product = uint128{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  /// Where the text stands if nothing else does.
  [[nodiscard]] std::size_t place_of(std::string_view text, const Ends& ends) const noexcept {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
    std::uint64_t hash = mix(ends.first ^ odd ^ ends.length, ends.last ^ ~odd);
    // Texts that differ in the middle alone must not all stand in one place.
    for (std::size_t i = 8; i + 8 < text.size(); i += 8) {
      hash = mix(hash ^ word_at<std::uint64_t>(text.data() + i), odd);
    }
    return static_cast<std::size_t>((hash * odd) >> shift_);
  }

  [[nodiscard]] bool is_entry(const Entry& entry, std::string_view text,
                              const Ends& ends) const noexcept {
    const std::uint64_t difference = (entry.ends.first ^ ends.first) |
                                     (entry.ends.last ^ ends.last) |
                                     (entry.ends.length ^ ends.length);
    if (difference != 0) return false;
    return text.size() <= 16 || std::memcmp(characters_.data() + entry.begin + 8, text.data() + 8,
                                            text.size() - 16) == 0;
  }

  std::vector<char> characters_;  // of all texts, one behind the other
  std::vector<Entry> entries_;    // a power of two of them, most of which are free
  int shift_;
};

}  // namespace scrim
