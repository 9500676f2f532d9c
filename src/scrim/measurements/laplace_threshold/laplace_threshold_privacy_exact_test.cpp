// The hockey stick between the laws of releases of all small keyed counts, beside what the map
// says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "scrim/measurements/laplace_threshold/make_laplace_threshold.hpp"
#include "support/distances/keyed_distances.hpp"
#include "support/keyed_release_law.hpp"
#include "support/small_datasets.hpp"

namespace scrim::laplace_threshold_privacy_exact_test {
namespace {

using test::LawReal;

using Counts = std::vector<std::uint64_t>;

struct Attained {
  KeyedChange d;
  LawReal delta;
};

TEST(LaplaceThresholdPrivacy, is_what_the_map_says_and_no_more) {
  constexpr std::uint64_t threshold = 4;
  constexpr std::uint64_t top = 6;  // the largest count: beyond it losses are one and the same
  const auto all = test::datasets_of_size(Counts{0, 1, 2, 5, 6}, 3);
  for (const double scale : {0.5, 7.0 / 5.0, 10.0}) {
    const auto release = make_laplace_threshold(keyed_counts_domain<std::int64_t>(),
                                                KeyedDistance{}, Approximate<MaxDivergence>{},
                                                {.scale = scale, .threshold = threshold});
    const auto noise = test::noise_law(
        [&](std::int64_t z) { return std::exp(-LawReal(std::abs(z)) / scale); }, 1000);
    std::vector<test::KeyLaws> laws;
    for (const Counts& counts : all) {
      laws.emplace_back();
      for (const std::uint64_t count : counts) {
        laws.back().push_back(test::key_law(count, threshold, top, noise));
      }
    }
    std::vector<Attained> worst;
    test::KnownLosses known;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < all.size(); ++j) {
        const KeyedChange d =
            distance(KeyedDistance{}, test::keyed_counts(all[i]), test::keyed_counts(all[j]));
        const LossWithDelta stated = known.map(release, d);
        const LawReal delta = test::hockey_stick(laws[i], laws[j], stated.loss);
        ASSERT_LE(delta, stated.delta * (1 + 1e-15L) + 1e-18L)
            << scale << ", " << testing::PrintToString(all[i]) << " and "
            << testing::PrintToString(all[j]);
        const auto met = std::find_if(worst.begin(), worst.end(),
                                      [&](const Attained& other) { return other.d == d; });
        if (met == worst.end()) {
          worst.push_back({d, delta});
        } else {
          met->delta = std::max(met->delta, delta);
        }
      }
    }
    // Where the worst spread is one of these counts, it is attained.
    for (const KeyedChange& d :
         {KeyedChange(1, 1, 1), KeyedChange(2, 2, 1), KeyedChange(3, 3, 1), KeyedChange(1, 2, 2),
          KeyedChange(2, 4, 2), KeyedChange(2, 3, 2), KeyedChange(3, 6, 2)}) {
      const auto found = std::find_if(worst.begin(), worst.end(),
                                      [&](const Attained& other) { return other.d == d; });
      ASSERT_NE(found, worst.end()) << describe_distance(d);
      EXPECT_GE(found->delta, release.map(d).delta * (1 - 1e-12L)) << describe_distance(d);
    }
  }
}

TEST(LaplaceThresholdPrivacy, has_a_loss_that_shared_keys_attain) {
  // Both have a key with many rows, far above the threshold: what is told of it is plain noise.
  const double scale = 7.0 / 5.0;
  const auto release =
      make_laplace_threshold(keyed_counts_domain<std::int64_t>(), KeyedDistance{},
                             Approximate<MaxDivergence>{}, {.scale = scale, .threshold = 60});
  const auto noise = test::noise_law(
      [&](std::int64_t z) { return std::exp(-LawReal(std::abs(z)) / scale); }, 1000);
  const test::KeyLaws p{test::key_law(101, 60, 120, noise)};
  const test::KeyLaws q{test::key_law(100, 60, 120, noise)};
  const LossWithDelta stated = release.map(KeyedChange(1, 1, 1));
  EXPECT_LE(test::hockey_stick(p, q, stated.loss), stated.delta);
  EXPECT_GT(test::hockey_stick(p, q, stated.loss - 1e-3), 1e-4);
}

}  // namespace
}  // namespace scrim::laplace_threshold_privacy_exact_test
