// How many persons two keyed weights are apart, by the definition.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "scrim/spaces/person_weight_distance.hpp"

namespace scrim {

namespace distances {

using WeightDifference = std::vector<std::int64_t>;

/// y - x at each key that occurs in one of them.
template <Key K>
[[nodiscard]] WeightDifference weight_difference(const KeyedCounts<K>& x, const KeyedCounts<K>& y) {
  std::map<K, std::int64_t> moved;
  for (std::size_t i = 0; i < x.size(); ++i) {
    moved[x.keys[i]] -= static_cast<std::int64_t>(x.counts[i]);
  }
  for (std::size_t i = 0; i < y.size(); ++i) {
    moved[y.keys[i]] += static_cast<std::int64_t>(y.counts[i]);
  }
  WeightDifference difference;
  for (const auto& [key, by] : moved) difference.push_back(by);
  return difference;
}

/// The least number of persons, up to `most`, who are in some of these keys and come or go.
[[nodiscard]] inline std::optional<std::uint32_t> persons_between(
    const PersonWeightDistance& metric, const WeightDifference& difference, std::uint32_t most) {
  if (std::all_of(difference.begin(), difference.end(), [](auto by) { return by == 0; })) return 0;
  if (most == 0) return std::nullopt;
  std::optional<std::uint32_t> least;
  for (std::uint64_t keys = 1; keys < std::uint64_t{1} << difference.size(); ++keys) {
    const auto count = static_cast<std::uint64_t>(std::popcount(keys));
    if (count > metric.groups) continue;
    const auto share = static_cast<std::int64_t>(weight_in_each(metric.weight, count));
    for (const std::int64_t by : {share, -share}) {
      WeightDifference left = difference;
      for (std::size_t key = 0; key < left.size(); ++key) {
        if ((keys >> key & 1U) != 0) left[key] += by;
      }
      const auto others = persons_between(metric, left, most - 1);
      if (others && (!least || *others + 1 < *least)) least = *others + 1;
    }
  }
  return least;
}

}  // namespace distances

/// Nothing if they are more than `most`. Of keys that neither has, which persons could come to and
/// go from again, nothing is known here: with them it may be less, never more.
template <Key K>
[[nodiscard]] std::optional<std::uint32_t> distance(const PersonWeightDistance& metric,
                                                    const KeyedCounts<K>& x,
                                                    const KeyedCounts<K>& y, std::uint32_t most) {
  return distances::persons_between(metric, distances::weight_difference(x, y), most);
}

}  // namespace scrim
