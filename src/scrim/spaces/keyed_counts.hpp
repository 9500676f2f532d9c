// How often each of some keys occurs, and the domain of such counts.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/describe.hpp"

namespace scrim {

/// What groups are told by. Floats are none: equality on them is too brittle to group by.
template <class K>
concept Key =
    std::same_as<K, std::int64_t> || std::same_as<K, std::uint64_t> || std::same_as<K, std::string>;

/// A row that is a key: texts may be owned or viewed.
template <class T>
concept KeyRow = Atom<T> && Key<OwnedAtom<T>>;

/// Key i occurs counts[i] times. In the order of keys (texts byte by byte), never in that of a hash
/// table: the order in which rows came could be read off it.
template <Key K>
struct KeyedCounts {
  std::vector<K> keys;
  std::vector<std::uint64_t> counts;

  [[nodiscard]] std::size_t size() const noexcept { return keys.size(); }

  friend bool operator==(const KeyedCounts&, const KeyedCounts&) = default;
};

/// Keys that rise, each with a count of at least 1. A key that does not occur is not there: that it
/// is there tells that somebody has it.
template <Key K>
struct KeyedCountsDomain {
  using Carrier = KeyedCounts<K>;

  [[nodiscard]] bool contains(const KeyedCounts<K>& groups) const {
    const auto& [keys, counts] = groups;
    const auto does_not_rise = std::adjacent_find(keys.begin(), keys.end(), std::greater_equal<>());
    return keys.size() == counts.size() && does_not_rise == keys.end() &&
           std::find(counts.begin(), counts.end(), std::uint64_t{0}) == counts.end();
  }

  [[nodiscard]] std::string describe() const {
    return "keyed_counts_domain(" + written_type<K>() + ")";
  }

  friend constexpr bool operator==(const KeyedCountsDomain&, const KeyedCountsDomain&) = default;
};

template <Key K>
[[nodiscard]] KeyedCountsDomain<K> keyed_counts_domain() {
  return {};
}

}  // namespace scrim
