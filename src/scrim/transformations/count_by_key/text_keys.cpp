#include "scrim/transformations/count_by_key/text_keys.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace scrim {

std::size_t TextKeys::meet(std::string_view text, const TextEnds& ends, std::size_t place) {
  const std::size_t begin = characters_.size();
  characters_.insert(characters_.end(), text.begin(), text.end());
  keys_.push_back({.ends = ends, .begin = begin});
  places_[place] = keys_.size();
  return keys_.size() - 1;
}

void TextKeys::grow() {
  // Made first: if there is no memory for it, nothing has changed.
  std::vector<Place> wider(std::max<std::size_t>(64, 4 * places_.size()));
  std::swap(places_, wider);
  shift_ = 64 - std::countr_zero(places_.size());
  for (std::size_t number = 0; number < keys_.size(); ++number) {
    const Key& key = keys_[number];
    std::size_t place = static_cast<std::size_t>(key.ends.hash(text_of(key)) >> shift_);
    while (places_[place] != 0) place = (place + 1) & (places_.size() - 1);
    places_[place] = number + 1;
  }
}

void TextKeys::count_codes(std::span<const std::uint32_t> codes, const TextDictionary& dictionary) {
  if (dictionary_ != dictionary.number()) {
    // Emptied first: an error in between must not leave numbers that belong to another one.
    dictionary_ = 0;
    of_entries_.assign(dictionary.texts().size(), 0);
    dictionary_ = dictionary.number();
  }
  for (const std::uint32_t code : codes) {
    std::size_t& known = of_entries_[code];
    if (known == 0) [[unlikely]] {
      known = number_of(dictionary.texts()[code]) + 1;
    }
    add_to(known - 1, 1);
  }
}

KeyedCounts<std::string> TextKeys::sorted() const {
  std::vector<const Key*> groups;
  groups.reserve(keys_.size());
  for (const Key& key : keys_) groups.push_back(&key);
  std::sort(groups.begin(), groups.end(),
            [&](const Key* a, const Key* b) { return text_of(*a) < text_of(*b); });
  KeyedCounts<std::string> sorted;
  sorted.keys.reserve(groups.size());
  sorted.counts.reserve(groups.size());
  for (const Key* key : groups) {
    sorted.keys.emplace_back(text_of(*key));
    sorted.counts.push_back(key->count);
  }
  return sorted;
}

}  // namespace scrim
