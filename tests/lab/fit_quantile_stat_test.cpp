// Selections and the private quantile on a fixed stream, as the slow lane has them on real entropy.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "scrim/samplers/uniform_below.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/fit_experiments.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::fit_quantile_stat_test {
namespace {

using test::expect_fit;
using test::fixed_lane;

template <class MO>
class OnAFixedStream : public testing::Test {};
using Measures = testing::Types<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;
TYPED_TEST_SUITE(OnAFixedStream, Measures);

TYPED_TEST(OnAFixedStream, all_three_in_order_fit_their_law) {
  test::SeededStream stream(8101);
  const std::vector<double> scores{0.0, -2.0, -5.0};
  expect_fit(test::selection_experiment<TypeParam>(
                 scores, {.k = 3, .scale = 7.0, .optimize = Optimize::max}, stream, fixed_lane),
             fixed_lane, "k = 3");
}

TYPED_TEST(OnAFixedStream, quantiles_fit_their_law) {
  test::SeededStream stream(8102);
  const test::QuantileExperiment setup;
  const std::vector<std::uint64_t> scores = setup.scores();
  const TopKOptions options{.k = 1,
                            .scale = quantile_score_scale(setup.options.scale, setup.options.alpha),
                            .optimize = Optimize::min};
  expect_fit(test::count_outcomes(setup.law<TypeParam>(), fixed_lane,
                                  [&] {
                                    const auto best = report_noisy_top_k<TypeParam>(
                                        std::span<const std::uint64_t>(scores), options, stream);
                                    return setup.options.candidates[best.front()];
                                  }),
             fixed_lane, "quantile");
}

// The law of the fits is computed from scores that were counted by hand.
TEST(QuantileExperiment, has_the_scores_that_were_counted_by_hand) {
  const test::QuantileExperiment setup;
  const auto scores = setup.scores();
  const auto by_hand = test::QuantileExperiment::scores_by_hand();
  ASSERT_EQ(scores.size(), by_hand.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    EXPECT_EQ(-static_cast<double>(scores[i]), by_hand[i]);
  }
}

// The same experiments on samplers that have subtle faults: each must be rejected.

TEST(FitOnAFixedStream, finds_a_coin_that_is_biased_by_two_percent) {
  test::SeededStream stream(8103);
  const auto experiment = test::pairs_of_coins(
      0.25, fixed_lane, [&] { return sample_uniform_below(200, stream) < 51; });
  EXPECT_GT(test::chi_square_deviate(experiment.counts, experiment.law), test::largest_deviate);
}

TEST(FitOnAFixedStream, finds_coins_that_depend_on_each_other) {
  test::SeededStream stream(8104);
  std::uint64_t last = 0;
  // Every coin is fair, but one in 64 looks again at the word of the coin before it.
  const auto experiment = test::pairs_of_coins(0.5, fixed_lane, [&] {
    const std::uint64_t word = last != 0 && last % 64 == 0 ? last : stream.next_word();
    last = word == last ? 0 : word;
    return word >> 63 != 0;
  });
  EXPECT_GT(test::chi_square_deviate(experiment.counts, experiment.law), test::largest_deviate);
}

}  // namespace
}  // namespace scrim::fit_quantile_stat_test
