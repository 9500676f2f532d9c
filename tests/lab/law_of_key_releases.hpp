// Laws of measurements of keyed counts: their maps on changes of three parts, and what they
// release.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/registry.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/keyed_distance.hpp"

namespace scrim::test {

/// Changes at which maps are tempted to go wrong.
[[nodiscard]] inline std::vector<KeyedChange> ugly_changes() {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::vector<KeyedChange> changes;
  for (const std::uint64_t groups :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{7}, most}) {
    for (const std::uint64_t total : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2},
                                      std::uint64_t{3}, std::uint64_t{99}, most - 1, most}) {
      for (const std::uint64_t in_each :
           {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{5}, most}) {
        const KeyedChange d(groups, total, in_each);
        if (std::find(changes.begin(), changes.end(), d) == changes.end()) changes.push_back(d);
      }
    }
  }
  return changes;
}

/// Nothing at no change, a delta that is a probability, never falling, and check says the same.
template <class Map>
void expect_keyed_map_laws(const Map& map) {
  EXPECT_EQ(map.forward(KeyedChange()), LossWithDelta{});
  std::vector<LossWithDelta> losses;
  const auto changes = ugly_changes();
  for (const KeyedChange& d : changes) {
    losses.push_back(map.forward(d));
    const LossWithDelta& loss = losses.back();
    EXPECT_TRUE(is_distance(loss)) << describe_distance(d);
    EXPECT_LE(loss.delta, 1.0) << describe_distance(d);
    EXPECT_TRUE(map.check(d, loss)) << describe_distance(d);
    if (loss.delta > 0) {
      const LossWithDelta less{loss.loss, std::nextafter(loss.delta, 0.0)};
      EXPECT_FALSE(map.check(d, less)) << describe_distance(d);
    }
    if (loss.loss > 0) {
      const LossWithDelta less{std::nextafter(loss.loss, 0.0), loss.delta};
      EXPECT_FALSE(map.check(d, less)) << describe_distance(d);
    }
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    for (std::size_t j = 0; j < changes.size(); ++j) {
      if (!within(changes[i], changes[j])) continue;
      EXPECT_TRUE(within(losses[i], losses[j]))
          << "the map falls from " << describe_distance(changes[i]) << " to "
          << describe_distance(changes[j]);
    }
  }
}

/// Small keyed counts, and those at the ends of their types.
template <Key K>
[[nodiscard]] std::vector<KeyedCounts<K>> ugly_groups(const std::vector<K>& keys) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::vector<std::uint64_t> counts = {0, 1, 2, 9, most};
  std::vector<KeyedCounts<K>> all(1);
  for (const K& key : keys) {
    std::vector<KeyedCounts<K>> more;
    for (const auto& groups : all) {
      for (const std::uint64_t count : counts) {
        more.push_back(groups);
        if (count == 0) continue;
        more.back().keys.push_back(key);
        more.back().counts.push_back(count);
      }
    }
    all = std::move(more);
  }
  return all;
}

/// The map, and that is_public(groups, release) holds for releases of all small keyed counts.
/// Precondition (caller): keys rise.
template <class Measurement, Key K, class IsPublic>
void expect_key_release_laws(Laws& laws, const std::string& instance,
                             const Measurement& measurement, const std::vector<K>& keys,
                             const IsPublic& is_public) {
  SCOPED_TRACE(instance + ", " + measurement.input_domain().describe() + ", " +
               measurement.output_measure().describe());
  laws.count_instance();
  expect_keyed_map_laws(measurement.privacy_map());
  for (const KeyedCounts<K>& groups : ugly_groups(keys)) {
    ASSERT_TRUE(measurement.input_domain().contains(groups));
    EXPECT_TRUE(is_public(groups, measurement.invoke(groups)));
  }
}

/// Keys that occur, in their order, each with a count of at least the threshold.
template <Key K>
[[nodiscard]] bool are_kept_groups(const KeyedCounts<K>& groups, const KeyedCounts<K>& kept,
                                   std::uint64_t threshold) {
  return KeyedCountsDomain<K>().contains(kept) &&
         std::includes(groups.keys.begin(), groups.keys.end(), kept.keys.begin(),
                       kept.keys.end()) &&
         std::all_of(kept.counts.begin(), kept.counts.end(),
                     [&](std::uint64_t count) { return count >= threshold; });
}

}  // namespace scrim::test
