#include "scrim/transformations/count_by_categories/dictionary_positions.hpp"

namespace scrim {

void DictionaryPositions::turn_to(const TextDictionary& dictionary) {
  if (number_ == dictionary.number()) return;
  number_ = 0;  // what is kept is of no dictionary, should there be no memory
  behind_.assign(dictionary.texts().size(), not_met);
  number_ = dictionary.number();
}

std::uint32_t DictionaryPositions::meet(std::uint32_t code, std::string_view text,
                                        const TextPositions& list, std::uint32_t otherwise) {
  const std::uint32_t position = list.position_of(text);
  return behind_[code] = (position == TextPositions::none ? otherwise : position) + 1;
}

}  // namespace scrim
