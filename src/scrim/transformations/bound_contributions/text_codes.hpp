// Texts that are kept once, and told by a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::bounding {

/// Gives each text a code: two texts have one code if and only if they are the same, byte by byte.
/// Codes count from 1 in the order in which texts are met, which nobody may see; 0 is no text's.
class TextCodes {
 public:
  static constexpr std::uint64_t missing = 0;

  explicit TextCodes(std::uint64_t seed) : seed_(seed) {}

  /// The code of the text, from now on if it is new.
  [[nodiscard]] std::uint64_t code_of(std::string_view text);

  /// Precondition (caller): the code is one of a text, not `missing`.
  [[nodiscard]] std::string_view text(std::uint64_t code) const noexcept {
    const Entry& entry = entries_[code - 1];
    return {characters_.data() + entry.begin, entry.length};
  }
  /// A function of the seed and the text, whatever its code; of `missing`, too.
  [[nodiscard]] std::uint64_t hash(std::uint64_t code) const noexcept {
    return code == missing ? ~seed_ : entries_[code - 1].hash;
  }

  /// How many texts there are.
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  void clear();

 private:
  struct Entry {
    std::size_t begin;  ///< among all characters
    std::size_t length;
    std::uint64_t hash;
  };

  void grow();

  std::uint64_t seed_;
  std::string characters_;  // of all texts, one behind the other
  std::vector<Entry> entries_;
  std::vector<std::size_t> places_;  // codes, 0 where free; a power of two, half of them free
};

/// The texts of packed rows. Those of ids lie apart: there may be as many as persons, and what is
/// fed on needs none of them.
struct RowTexts {
  explicit RowTexts(std::uint64_t seed) : of_ids(seed), of_fields(seed) {}

  TextCodes of_ids;
  TextCodes of_fields;
};

}  // namespace scrim::bounding
