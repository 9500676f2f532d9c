// The places of texts in a list, looked up without a jump that depends on their lengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/columns/text_ends.hpp"

namespace scrim {

/// Where texts stand in a list: a table by a hash of the whole text, in which a text of up to 16
/// bytes is told by its two ends alone.
class TextPositions {
 public:
  /// Precondition (caller): none is repeated.
  explicit TextPositions(const std::vector<std::string>& texts);

  /// The position of a text that is not in the list. Lists are shorter: they lie in memory.
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  [[nodiscard]] std::uint32_t position_of(std::string_view text) const noexcept {
    const TextEnds ends = TextEnds::of(text);
    for (std::size_t place = place_of(text, ends);; place = (place + 1) & (entries_.size() - 1)) {
      const Entry& entry = entries_[place];
      if (entry.position == none ||
          ends.is_text(text, entry.ends, characters_.data() + entry.begin)) {
        return entry.position;
      }
    }
  }

 private:
  struct Entry {
    TextEnds ends;
    std::size_t begin = 0;  ///< of the text, among all characters
    std::uint32_t position = none;
  };

  /// Where the text stands if nothing else does.
  [[nodiscard]] std::size_t place_of(std::string_view text, const TextEnds& ends) const noexcept {
    return static_cast<std::size_t>(ends.hash(text) >> shift_);
  }

  std::vector<char> characters_;  // of all texts, one behind the other
  std::vector<Entry> entries_;    // a power of two of them, most of which are free
  int shift_;
};

}  // namespace scrim
