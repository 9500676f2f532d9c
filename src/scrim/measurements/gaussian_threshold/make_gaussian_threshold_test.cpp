#include "scrim/measurements/gaussian_threshold/make_gaussian_threshold.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/count_by_key/make_count_by_key.hpp"
#include "support/error_of.hpp"

namespace scrim::make_gaussian_threshold_test {
namespace {

using Groups = KeyedCounts<std::uint64_t>;

auto release_of_words(ThresholdOptions options) {
  return make_gaussian_threshold(keyed_counts_domain<std::uint64_t>(), KeyedDistance{},
                                 Approximate<ZeroConcentratedDivergence>{}, options);
}

TEST(GaussianThreshold, keeps_a_count_that_is_at_the_threshold) {
  const auto release = release_of_words({.scale = 0.0, .threshold = 5});
  EXPECT_EQ(release.invoke(Groups{{1, 2, 3, 4}, {4, 5, 6, 1}}), (Groups{{2, 3}, {5, 6}}));
}

TEST(GaussianThreshold, charges_changed_rows_through_a_chain) {
  const auto groups = Space{vector_domain<std::string>().with_size(5000), ChangeOneDistance{}} >>
                      then_count_by_key();
  const std::uint64_t threshold = least_gaussian_threshold(groups.map(1), 8.5, 1e-6);
  const auto release = groups >> then_gaussian_threshold(Approximate<ZeroConcentratedDivergence>{},
                                                         {.scale = 8.5, .threshold = threshold});
  EXPECT_NEAR(release.map(1).loss, 2 / (2 * 8.5 * 8.5), 1e-15);
  EXPECT_LE(release.map(1).delta, 1e-6);
  std::vector<std::string> rows(4999, "many");
  rows.push_back("one");
  const auto told = release.invoke(rows);
  EXPECT_EQ(told.keys, std::vector<std::string>{"many"});
  EXPECT_NEAR(static_cast<double>(told.counts.front()), 4999, 200);
}

TEST(GaussianThreshold, refuses_what_is_no_noise_or_no_threshold) {
  SCRIM_EXPECT_ERROR(release_of_words({.scale = 1.0}), ErrorKind::invalid_argument,
                     "make_gaussian_threshold", "threshold is 0");
  SCRIM_EXPECT_ERROR(release_of_words({.scale = 0x1p53, .threshold = 9}),
                     ErrorKind::invalid_argument, "drowns");
}

}  // namespace
}  // namespace scrim::make_gaussian_threshold_test
