// The groups that are released: those whose noisy count reaches a threshold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/spaces/keyed_counts.hpp"

namespace scrim {

/// The keys whose noisy count is at least the threshold, with it, in the order of keys.
/// Precondition (caller): there is a noisy count of each.
template <Key K>
[[nodiscard]] KeyedCounts<K> keep_groups(const KeyedCounts<K>& groups,
                                         const std::vector<std::uint64_t>& noisy_counts,
                                         std::uint64_t threshold) {
  KeyedCounts<K> kept;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (noisy_counts[i] >= threshold) {
      kept.keys.push_back(groups.keys[i]);
      kept.counts.push_back(noisy_counts[i]);
    }
  }
  return kept;
}

}  // namespace scrim
