#include "scrim/transformations/count_by_key/integer_keys.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace scrim {

template <class K>
  requires std::same_as<K, std::int64_t> || std::same_as<K, std::uint64_t>
void IntegerKeys<K>::grow_for(std::size_t keys) {
  // Made first: if there is no memory for it, nothing has changed.
  std::vector<Place> wider(std::bit_ceil(std::max<std::size_t>(64, 4 * keys)));
  std::swap(places_, wider);
  shift_ = 64 - std::countr_zero(places_.size());
  for (const Place& place : wider) {
    if (place.count != 0) place_of(place.key) = place;
  }
}

template <class K>
  requires std::same_as<K, std::int64_t> || std::same_as<K, std::uint64_t>
KeyedCounts<K> IntegerKeys<K>::sorted() const {
  std::vector<Place> groups;
  groups.reserve(used_);
  for (const Place& place : places_) {
    if (place.count != 0) groups.push_back(place);
  }
  std::sort(groups.begin(), groups.end(),
            [](const Place& a, const Place& b) { return a.key < b.key; });
  KeyedCounts<K> sorted;
  sorted.keys.reserve(groups.size());
  sorted.counts.reserve(groups.size());
  for (const auto& [key, count] : groups) {
    sorted.keys.push_back(key);
    sorted.counts.push_back(count);
  }
  return sorted;
}

template class IntegerKeys<std::int64_t>;
template class IntegerKeys<std::uint64_t>;

}  // namespace scrim
