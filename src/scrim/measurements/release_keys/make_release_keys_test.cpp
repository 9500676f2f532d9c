#include "scrim/measurements/release_keys/make_release_keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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

namespace scrim::make_release_keys_test {
namespace {

auto release_of_texts(ReleaseKeysOptions options) {
  return make_release_keys(keyed_counts_domain<std::string>(), KeyedDistance{},
                           Approximate<MaxDivergence>{}, options);
}

TEST(ReleaseKeys, tells_keys_of_many_rows_in_their_order_and_of_few_hardly_ever) {
  const auto release =
      Space{vector_domain<std::string>(), SymmetricDistance{}} >> then_count_by_key() >>
      then_release_keys(Approximate<MaxDivergence>{}, {.epsilon = 1.0, .delta = 1e-12});
  std::vector<std::string> rows(1000, "b");
  rows.insert(rows.end(), 1000, "a");
  rows.emplace_back("c");
  EXPECT_EQ(release.invoke(rows), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(release.invoke(std::vector<std::string>{}), std::vector<std::string>{});
}

TEST(ReleaseKeys, charges_what_it_is_asked_to_for_one_row) {
  const auto release = release_of_texts({.epsilon = 0.7, .delta = 1e-9});
  EXPECT_EQ(release.map(KeyedChange(1, 1, 1)), (LossWithDelta{0.7, 1e-9}));
  EXPECT_EQ(release.map(KeyedChange()), LossWithDelta{});
  const LossWithDelta two = release.map(KeyedChange(2, 2, 1));
  EXPECT_NEAR(two.loss, 1.4, 1e-15);
  EXPECT_NEAR(two.delta, 2e-9 - 1e-18, 1e-22);
  const LossWithDelta in_one = release.map(KeyedChange(1, 2, 2));
  EXPECT_NEAR(in_one.delta, 1e-9 * (1 + std::exp(0.7)), 1e-20);
  EXPECT_EQ(release.map(KeyedChange(1, 10'000, 10'000)).delta, 1.0);
}

TEST(ReleaseKeys, without_epsilon_has_deltas_that_add_up) {
  const auto release = release_of_texts({.epsilon = 0.0, .delta = 1e-3});
  EXPECT_EQ(release.map(KeyedChange(1, 3, 3)).loss, 0.0);
  EXPECT_NEAR(release.map(KeyedChange(1, 3, 3)).delta, 3e-3, 1e-15);
}

// The half-way point: with counts and noise a key needs some 202 rows there.
TEST(ReleaseKeys, tells_half_of_the_keys_of_178_rows_at_a_tenth) {
  const auto release =
      make_release_keys(keyed_counts_domain<std::int64_t>(), KeyedDistance{},
                        Approximate<MaxDivergence>{}, {.epsilon = 0.1, .delta = 1e-9});
  KeyedCounts<std::int64_t> groups;
  for (std::int64_t key = 0; key < 10'000; ++key) {
    groups.keys.push_back(key);
    groups.counts.push_back(178);
  }
  // Its probability is a half, and 12 standard deviations are 600 of 10 000.
  EXPECT_NEAR(static_cast<double>(release.invoke(groups).size()), 5000, 600);
}

TEST(ReleaseKeys, refuses_what_has_no_rule) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  SCRIM_EXPECT_ERROR(release_of_texts({.delta = 0.1}), ErrorKind::invalid_argument,
                     "make_release_keys", "epsilon is NaN");
  SCRIM_EXPECT_ERROR(release_of_texts({.epsilon = -1.0, .delta = 0.1}), ErrorKind::invalid_argument,
                     "epsilon is -1");
  for (const double delta : {0.0, 1.0, -0.5, nan}) {
    SCRIM_EXPECT_ERROR(release_of_texts({.epsilon = 1.0, .delta = delta}),
                       ErrorKind::invalid_argument, "delta is", "above 0 and below 1");
  }
  SCRIM_EXPECT_ERROR(release_of_texts({.epsilon = 0.0, .delta = 1e-9}), ErrorKind::invalid_argument,
                     "1048576", "larger epsilon or delta");
}

}  // namespace
}  // namespace scrim::make_release_keys_test
