// The hockey stick between the laws of releases of all small keyed counts, beside what the map
// says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "scrim/measurements/release_keys/keep_probabilities.hpp"
#include "scrim/measurements/release_keys/make_release_keys.hpp"
#include "support/distances/keyed_distances.hpp"
#include "support/keyed_release_law.hpp"
#include "support/small_datasets.hpp"

namespace scrim::release_keys_privacy_exact_test {
namespace {

using test::LawReal;

using Counts = std::vector<std::uint64_t>;

TEST(ReleaseKeysPrivacy, is_what_the_map_says) {
  const auto all = test::datasets_of_size(Counts{0, 1, 2, 3, 4}, 3);
  for (const ReleaseKeysOptions options :
       {ReleaseKeysOptions{1.0, 1e-3}, ReleaseKeysOptions{7.0 / 5.0, 0.1},
        ReleaseKeysOptions{0.0, 0.2}}) {
    const auto release = make_release_keys(keyed_counts_domain<std::int64_t>(), KeyedDistance{},
                                           Approximate<MaxDivergence>{}, options);
    const auto law = KeepProbabilities::of(options.epsilon, options.delta).value();
    std::vector<std::vector<LawReal>> of_count;
    for (std::size_t n = 0; n <= 4; ++n) {
      LawReal told = 1;
      if (n < law.certain_from()) {
        const BigInterval pi = law.probability(n).enclose(128);
        told = mpfr_get_ld(pi.lower().get(), MPFR_RNDN);
      }
      of_count.push_back({1 - told, told});
    }
    test::KnownLosses known;
    LawReal worst_of_one = 0;
    LawReal worst_of_two_groups = 0;
    LawReal worst_of_two_rows = 0;
    for (const Counts& x : all) {
      test::KeyLaws p;
      for (const std::uint64_t count : x) p.push_back(of_count[count]);
      for (const Counts& y : all) {
        test::KeyLaws q;
        for (const std::uint64_t count : y) q.push_back(of_count[count]);
        const KeyedChange d =
            distance(KeyedDistance{}, test::keyed_counts(x), test::keyed_counts(y));
        const LossWithDelta stated = known.map(release, d);
        const LawReal delta = test::hockey_stick(p, q, stated.loss);
        ASSERT_LE(delta, stated.delta * (1 + 1e-15L) + 1e-17L)
            << testing::PrintToString(x) << " and " << testing::PrintToString(y);
        const LawReal part = delta / stated.delta;
        if (d == KeyedChange(1, 1, 1)) worst_of_one = std::max(worst_of_one, part);
        if (d == KeyedChange(2, 2, 1)) worst_of_two_groups = std::max(worst_of_two_groups, part);
        if (d == KeyedChange(1, 2, 2)) worst_of_two_rows = std::max(worst_of_two_rows, part);
      }
    }
    EXPECT_GE(worst_of_one, 1 - 1e-12L);
    EXPECT_GE(worst_of_two_groups, 1 - 1e-12L);
    EXPECT_GE(worst_of_two_rows, 1 - 1e-12L);
  }
}

}  // namespace
}  // namespace scrim::release_keys_privacy_exact_test
