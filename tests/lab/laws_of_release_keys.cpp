#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_key_releases.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/release_keys/make_release_keys.hpp"

namespace scrim::test::laws_of_release_keys {
namespace {

template <Key K>
void expect_release_laws(Laws& laws, const std::vector<K>& keys) {
  for (const ReleaseKeysOptions options :
       {ReleaseKeysOptions{1.0, 1e-9}, ReleaseKeysOptions{7.0 / 5.0, 0.1},
        ReleaseKeysOptions{0.0, 1.0 / 3.0}, ReleaseKeysOptions{0x1p-7, 1e-300},
        ReleaseKeysOptions{1e300, 1e-30}}) {
    const std::string instance =
        "epsilon " + describe_value(options.epsilon) + ", delta " + describe_value(options.delta);
    const auto release = make_release_keys(keyed_counts_domain<K>(), KeyedDistance{},
                                           Approximate<MaxDivergence>{}, options);
    expect_key_release_laws(laws, instance, release, keys,
                            [](const KeyedCounts<K>& groups, const std::vector<K>& told) {
                              return std::includes(groups.keys.begin(), groups.keys.end(),
                                                   told.begin(), told.end());
                            });
  }
}

SCRIM_LAWS_OF(make_release_keys, groups) {
  using Limits = std::numeric_limits<std::int64_t>;
  expect_release_laws<std::int64_t>(laws, {Limits::min(), 0, Limits::max()});
  expect_release_laws<std::uint64_t>(laws, {0, 7});
  expect_release_laws<std::string>(laws, {"", std::string(1, '\0'), "a"});
}

}  // namespace
}  // namespace scrim::test::laws_of_release_keys
