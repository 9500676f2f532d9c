#include "scrim/measurements/laplace_threshold/make_laplace_threshold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/count_by_key/make_count_by_key.hpp"
#include "support/error_of.hpp"

namespace scrim::make_laplace_threshold_test {
namespace {

using Groups = KeyedCounts<std::string>;

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

auto release_of_texts(ThresholdOptions options) {
  return make_laplace_threshold(keyed_counts_domain<std::string>(), KeyedDistance{},
                                Approximate<MaxDivergence>{}, options);
}

TEST(LaplaceThreshold, keeps_a_count_that_is_at_the_threshold) {
  const auto release = release_of_texts({.scale = 0.0, .threshold = 5});
  EXPECT_EQ(release.invoke(Groups{{"a", "b", "c", "d"}, {4, 5, 6, 1}}),
            (Groups{{"b", "c"}, {5, 6}}));
  EXPECT_EQ(release.invoke(Groups{}), Groups{});
}

TEST(LaplaceThreshold, releases_keys_in_their_order_with_counts_from_the_threshold_on) {
  const auto release = release_of_texts({.scale = 7.0 / 5.0, .threshold = 8});
  Groups groups;
  for (int i = 1000; i < 1999; ++i) {
    groups.keys.push_back(std::to_string(i));
    groups.counts.push_back(static_cast<std::uint64_t>(i % 17 + 1));
  }
  const Groups kept = release.invoke(groups);
  EXPECT_TRUE(keyed_counts_domain<std::string>().contains(kept));
  EXPECT_TRUE(
      std::includes(groups.keys.begin(), groups.keys.end(), kept.keys.begin(), kept.keys.end()));
  EXPECT_GE(*std::min_element(kept.counts.begin(), kept.counts.end()), 8U);
  EXPECT_GT(kept.size(), 300U);
  EXPECT_LT(kept.size(), 800U);
}

TEST(LaplaceThreshold, tells_the_largest_counts_as_the_largest_number) {
  const auto release = release_of_texts({.scale = 1e6 + 1.0 / 3.0, .threshold = most});
  const Groups full{{"a"}, {most}};
  int kept = 0;
  for (int i = 0; i < 200; ++i) {
    const Groups told = release.invoke(full);
    kept += static_cast<int>(told.size());
    EXPECT_TRUE(told.size() == 0 || told.counts.front() == most);
  }
  EXPECT_GT(kept, 50);
  EXPECT_LT(kept, 150);
}

TEST(LaplaceThreshold, charges_rows_through_a_chain) {
  const auto groups =
      Space{vector_domain<std::int64_t>(), SymmetricDistance{}} >> then_count_by_key();
  const std::uint64_t threshold = least_laplace_threshold(groups.map(2), 10.0, 1e-9);
  const auto release = groups >> then_laplace_threshold(Approximate<MaxDivergence>{},
                                                        {.scale = 10.0, .threshold = threshold});
  EXPECT_EQ(release.map(2).loss, 0.2);
  EXPECT_LE(release.map(2).delta, 1e-9);
  EXPECT_GT(release.map(3).delta, 1e-9);
  EXPECT_EQ(release.map(0), LossWithDelta{});
  EXPECT_TRUE(release.check(2, {.loss = 0.2, .delta = 1e-9}));
  EXPECT_FALSE(release.check(2, {.loss = 0.2, .delta = 1e-10}));
  EXPECT_FALSE(release.check(2, {.loss = 0.19, .delta = 1e-9}));
  std::vector<std::int64_t> rows(2000, 77);
  rows.push_back(5);
  const auto told = release.invoke(rows);
  EXPECT_EQ(told.keys, std::vector<std::int64_t>{77});
  EXPECT_NEAR(static_cast<double>(told.counts.front()), 2000, 500);
}

TEST(LaplaceThreshold, charges_concentrated_loss_for_the_same_delta) {
  const auto release = make_laplace_threshold(keyed_counts_domain<std::uint64_t>(), KeyedDistance{},
                                              Approximate<ZeroConcentratedDivergence>{},
                                              {.scale = 10.0, .threshold = 100});
  const KeyedChange d(2, 4, 3);
  EXPECT_EQ(release.map(d).loss, laplace_loss(ZeroConcentratedDivergence{}, 4.0, 10.0));
  EXPECT_EQ(release.map(d).delta, laplace_threshold_delta(d, 10.0, 100));
}

TEST(LaplaceThreshold, refuses_what_is_no_noise_or_no_threshold) {
  SCRIM_EXPECT_ERROR(release_of_texts({.scale = 1.0}), ErrorKind::invalid_argument,
                     "make_laplace_threshold", "threshold is 0");
  SCRIM_EXPECT_ERROR(release_of_texts({.threshold = 9}), ErrorKind::invalid_argument,
                     "scale is NaN");
  SCRIM_EXPECT_ERROR(release_of_texts({.scale = -0.0, .threshold = 9}), ErrorKind::invalid_argument,
                     "scale");
}

}  // namespace
}  // namespace scrim::make_laplace_threshold_test
