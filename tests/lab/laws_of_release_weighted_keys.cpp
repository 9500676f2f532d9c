#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_key_releases.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/release_weighted_keys/make_release_weighted_keys.hpp"

namespace scrim::test::laws_of_release_weighted_keys {
namespace {

/// Nothing at no person, a delta that is a probability, never falling, and check says the same.
template <class Map>
void expect_map_of_persons(const Map& map) {
  EXPECT_EQ(map.forward(0), LossWithDelta{});
  LossWithDelta before;
  for (const std::uint32_t persons :
       {1U, 2U, 3U, 7U, 1000U, std::numeric_limits<std::uint32_t>::max()}) {
    const LossWithDelta loss = map.forward(persons);
    EXPECT_TRUE(is_distance(loss)) << persons;
    EXPECT_LE(loss.delta, 1.0) << persons;
    EXPECT_TRUE(within(before, loss)) << persons;
    EXPECT_TRUE(map.check(persons, loss)) << persons;
    if (loss.delta > 0) {
      EXPECT_FALSE(map.check(persons, {loss.loss, std::nextafter(loss.delta, 0.0)})) << persons;
    }
    EXPECT_FALSE(map.check(persons, {std::nextafter(loss.loss, 0.0), loss.delta})) << persons;
    before = loss;
  }
}

template <Key K>
void expect_laws(Laws& laws, const std::vector<K>& keys) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const PersonWeightDistance& metric : {PersonWeightDistance{.weight = 1, .groups = 1},
                                             PersonWeightDistance{.weight = 7, .groups = 5},
                                             PersonWeightDistance{.weight = 65'536, .groups = 3}}) {
    for (const double scale : {0.0, 0x1p-20, 7.0 / 5.0, 10.0, 1e6 + 1.0 / 3.0, 0x1p52}) {
      for (const std::uint64_t threshold : {std::uint64_t{1}, std::uint64_t{9}, most}) {
        SCOPED_TRACE(metric.describe() + ", scale " + describe_value(scale) + ", threshold " +
                     describe_value(threshold));
        laws.count_instance();
        const auto release = make_release_weighted_keys(keyed_counts_domain<K>(), metric,
                                                        Approximate<ZeroConcentratedDivergence>{},
                                                        {.scale = scale, .threshold = threshold});
        expect_map_of_persons(release.privacy_map());
        for (const KeyedCounts<K>& groups : ugly_groups(keys)) {
          const auto told = release.invoke(groups);
          EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
          EXPECT_TRUE(
              std::includes(groups.keys.begin(), groups.keys.end(), told.begin(), told.end()));
        }
      }
    }
  }
}

SCRIM_LAWS_OF(make_release_weighted_keys, keys) {
  using Limits = std::numeric_limits<std::int64_t>;
  expect_laws<std::int64_t>(laws, {Limits::min(), 0, Limits::max()});
  expect_laws<std::uint64_t>(laws, {0, 7});
  expect_laws<std::string>(laws, {"", std::string(1, '\0'), "a"});
}

}  // namespace
}  // namespace scrim::test::laws_of_release_weighted_keys
