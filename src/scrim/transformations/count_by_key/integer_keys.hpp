// A table of integers and how often each of them was met.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/numbers/integers.hpp"
#include "scrim/spaces/keyed_counts.hpp"

namespace scrim {

/// Counts keys that are not known beforehand; it grows with their number. Counts that do not fit
/// saturate.
template <class K>
  requires std::same_as<K, std::int64_t> || std::same_as<K, std::uint64_t>
class IntegerKeys {
 public:
  void count(std::span<const K> rows) {
    for (const K key : rows) add(key, 1);
  }

  /// Precondition (caller): count > 0.
  void add(K key, std::uint64_t count) {
    make_room(1);
    Place& place = place_of(key);
    used_ += place.count == 0 ? 1 : 0;
    place.key = key;
    place.count = saturating_add(place.count, count);
  }

  /// All that another has. Room is made first: its keys come in the order of their places, and
  /// would crowd the first places of a table that is too small for them.
  void add(const IntegerKeys& other) {
    make_room(other.used_);
    for (const Place& place : other.places_) {
      if (place.count != 0) add(place.key, place.count);
    }
  }

  /// By key.
  [[nodiscard]] KeyedCounts<K> sorted() const;

 private:
  struct Place {
    K key = 0;
    std::uint64_t count = 0;  ///< 0 of a place that is free
  };

  /// Where the key stands, or the free place where it will.
  [[nodiscard]] Place& place_of(K key) noexcept {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
    // Keys are often multiples of a power of two; their high bits have to reach the place, too.
    const auto word = static_cast<std::uint64_t>(key);
    const std::uint64_t hash = (word ^ word >> 32) * odd;
    std::size_t place = static_cast<std::size_t>(hash >> shift_);
    while (places_[place].count != 0 && places_[place].key != key) {
      place = (place + 1) & (places_.size() - 1);
    }
    return places_[place];
  }

  void make_room(std::size_t more) {
    if (2 * (used_ + more) > places_.size()) grow_for(used_ + more);
  }
  void grow_for(std::size_t keys);

  std::vector<Place> places_;  // a power of two of them, half of which at least are free
  std::size_t used_ = 0;
  int shift_ = 0;
};

extern template class IntegerKeys<std::int64_t>;
extern template class IntegerKeys<std::uint64_t>;

}  // namespace scrim
