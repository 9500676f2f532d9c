#include "scrim/transformations/bound_contributions/text_codes.hpp"

#include <algorithm>
#include <bit>

#include "scrim/transformations/bound_contributions/keyed_hash.hpp"

namespace scrim::bounding {

std::uint64_t TextCodes::code_of(std::string_view text) {
  if (2 * entries_.size() >= places_.size()) grow();
  const std::uint64_t hash = hashed(seed_, text);
  std::size_t place = hash & (places_.size() - 1);
  for (; places_[place] != 0; place = (place + 1) & (places_.size() - 1)) {
    const std::uint64_t code = places_[place];
    if (entries_[code - 1].hash == hash && this->text(code) == text) return code;
  }
  entries_.push_back({characters_.size(), text.size(), hash});
  characters_ += text;
  places_[place] = entries_.size();
  return entries_.size();
}

void TextCodes::grow() {
  places_.assign(std::bit_ceil(std::max<std::size_t>(16, 4 * entries_.size())), 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t place = entries_[i].hash & (places_.size() - 1);
    while (places_[place] != 0) place = (place + 1) & (places_.size() - 1);
    places_[place] = i + 1;
  }
}

void TextCodes::clear() {
  characters_.clear();
  entries_.clear();
  places_.clear();
}

}  // namespace scrim::bounding
