#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_key_releases.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/laplace_threshold/make_laplace_threshold.hpp"

namespace scrim::test::laws_of_laplace_threshold {
namespace {

template <Key K, class MO>
void expect_threshold_laws(Laws& laws, const std::vector<K>& keys, MO measure) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const double scale : {0.0, 0x1p-20, 7.0 / 5.0, 10.0, 1e6 + 1.0 / 3.0, 1e300}) {
    for (const std::uint64_t threshold : {std::uint64_t{1}, std::uint64_t{9}, most}) {
      const std::string instance =
          "scale " + describe_value(scale) + ", threshold " + describe_value(threshold);
      const auto release =
          make_laplace_threshold(keyed_counts_domain<K>(), KeyedDistance{}, measure,
                                 {.scale = scale, .threshold = threshold});
      expect_key_release_laws(laws, instance, release, keys,
                              [&](const KeyedCounts<K>& groups, const KeyedCounts<K>& kept) {
                                return are_kept_groups(groups, kept, threshold);
                              });
    }
  }
}

template <Key K>
void expect_threshold_laws_of(Laws& laws, const std::vector<K>& keys) {
  expect_threshold_laws<K>(laws, keys, Approximate<MaxDivergence>{});
  expect_threshold_laws<K>(laws, keys, Approximate<ZeroConcentratedDivergence>{});
}

SCRIM_LAWS_OF(make_laplace_threshold, groups) {
  using Limits = std::numeric_limits<std::int64_t>;
  expect_threshold_laws_of<std::int64_t>(laws, {Limits::min(), 0, Limits::max()});
  expect_threshold_laws_of<std::uint64_t>(laws, {0, 7});
  expect_threshold_laws_of<std::string>(laws, {"", std::string(1, '\0'), "a"});
}

}  // namespace
}  // namespace scrim::test::laws_of_laplace_threshold
