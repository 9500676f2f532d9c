#include "scrim/transformations/count_by_categories/text_positions.hpp"

#include <algorithm>
#include <bit>

namespace scrim {

TextPositions::TextPositions(const std::vector<std::string>& texts)
    // Two at least: a shift by all 64 bits has no meaning.
    : entries_(std::bit_ceil(4 * texts.size() + 2)),
      shift_(64 - std::countr_zero(entries_.size())) {
  std::uint32_t position = 0;
  for (const std::string& text : texts) {
    const TextEnds ends = TextEnds::of(text);
    std::size_t place = place_of(text, ends);
    while (entries_[place].position != none) place = (place + 1) & (entries_.size() - 1);
    entries_[place] = {.ends = ends, .begin = characters_.size(), .position = position};
    characters_.insert(characters_.end(), text.begin(), text.end());
    ++position;
  }
}

}  // namespace scrim
