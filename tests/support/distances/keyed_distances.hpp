// How far apart two keyed counts are, by the definition.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>

#include "scrim/numbers/integers.hpp"
#include "scrim/spaces/keyed_distance.hpp"

namespace scrim {

namespace distances {

/// The three numbers as they are, before any normal form.
struct KeyedDifference {
  std::uint64_t groups = 0;
  std::uint64_t total = 0;
  std::uint64_t in_each = 0;
};

template <Key K>
[[nodiscard]] KeyedDifference keyed_difference(const KeyedCounts<K>& x, const KeyedCounts<K>& y) {
  std::map<K, std::uint64_t> in_x;
  std::map<K, std::uint64_t> in_y;
  for (std::size_t i = 0; i < x.size(); ++i) in_x[x.keys[i]] += x.counts[i];
  for (std::size_t i = 0; i < y.size(); ++i) in_y[y.keys[i]] += y.counts[i];
  for (const auto& [key, count] : in_x) in_y.try_emplace(key, 0);
  KeyedDifference difference;
  for (const auto& [key, count] : in_y) {
    const auto found = in_x.find(key);
    const std::uint64_t other = found == in_x.end() ? 0 : found->second;
    const std::uint64_t moved = std::max(count, other) - std::min(count, other);
    difference.groups += moved == 0 ? 0 : 1;
    difference.total = checked_add(difference.total, moved);
    difference.in_each = std::max(difference.in_each, moved);
  }
  return difference;
}

}  // namespace distances

template <Key K>
[[nodiscard]] KeyedChange distance(KeyedDistance, const KeyedCounts<K>& x,
                                   const KeyedCounts<K>& y) {
  const auto [groups, total, in_each] = distances::keyed_difference(x, y);
  return {groups, total, in_each};
}

}  // namespace scrim
