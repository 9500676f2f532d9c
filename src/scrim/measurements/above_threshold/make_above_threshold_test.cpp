#include "scrim/measurements/above_threshold/make_above_threshold.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/space.hpp"
#include "support/error_of.hpp"

namespace scrim::make_above_threshold_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr auto largest_count = std::numeric_limits<std::uint64_t>::max();
using Signed = std::numeric_limits<std::int64_t>;

template <Integer T = std::int64_t>
auto search(AboveThresholdOptions options, bool monotonic = false) {
  return make_above_threshold(vector_domain<T>(), LInfDistance<double>{.monotonic = monotonic},
                              MaxDivergence{}, options);
}

auto with_scales(double threshold_scale, double score_scale, std::size_t positives = 1) {
  return AboveThresholdOptions{.threshold = 0,
                               .cross = Cross::at_least,
                               .positives = positives,
                               .threshold_scale = threshold_scale,
                               .score_scale = score_scale};
}

TEST(MakeAboveThreshold, costs_the_threshold_once_and_each_positive) {
  EXPECT_EQ(search(with_scales(2.0, 4.0)).map(1.0), 1.0 / 2.0 + 2.0 / 4.0);
  EXPECT_EQ(search(with_scales(2.0, 4.0), true).map(1.0), 1.0 / 2.0 + 1.0 / 4.0);
  EXPECT_EQ(search(with_scales(2.0, 4.0, 3)).map(2.0), 2.0 / 2.0 + 3 * 4.0 / 4.0);
  EXPECT_EQ(search(with_scales(2.0, 4.0)).map(0.0), 0.0);
  EXPECT_EQ(search(with_scales(2.0, 4.0)).map(infinity), infinity);
  EXPECT_TRUE(search(with_scales(2.0, 4.0)).check(1.0, 1.0));
  EXPECT_FALSE(search(with_scales(2.0, 4.0)).check(1.0, 0.999));
}

TEST(MakeAboveThreshold, rounds_its_cost_up_and_only_once) {
  const double threshold_scale = 7.0 / 5.0;
  const double score_scale = 1e6 + 1.0 / 3.0;
  const Rational exact = 1 / to_rational(threshold_scale) + 2 / to_rational(score_scale);
  const double charged = search(with_scales(threshold_scale, score_scale)).map(1.0);
  EXPECT_GE(to_rational(charged), exact);
  EXPECT_LT(to_rational(std::nextafter(charged, 0.0)), exact);
}

TEST(MakeAboveThreshold, without_noise_finds_the_first_that_reach_it_at_an_infinite_loss) {
  AboveThresholdOptions options{.threshold = 3,
                                .cross = Cross::at_least,
                                .positives = 2,
                                .threshold_scale = 0.0,
                                .score_scale = 0.0};
  const std::vector<std::int64_t> scores{2, 3, -7, 10, 11};
  EXPECT_EQ(search(options).invoke(scores), (Crossings{{1, 3}, {0, 7}}));
  options.cross = Cross::at_most;
  EXPECT_EQ(search(options).invoke(scores), (Crossings{{0, 1}, {1, 0}}));
  EXPECT_EQ(search(options).map(1.0), infinity);
  EXPECT_EQ(search(options).map(0.0), 0.0);
  EXPECT_EQ(search(with_scales(0.0, 1.0)).map(1.0), infinity);
  EXPECT_EQ(search(with_scales(1.0, 0.0)).map(1.0), infinity);
}

TEST(MakeAboveThreshold, finds_fewer_where_fewer_reach_it_and_none_among_none) {
  AboveThresholdOptions options = with_scales(0.0, 0.0, 3);
  EXPECT_EQ(search(options).invoke(std::vector<std::int64_t>{-1, 5}), (Crossings{{1}, {5}}));
  EXPECT_EQ(search(options).invoke(std::vector<std::int64_t>{}), Crossings{});
}

TEST(MakeAboveThreshold, does_not_overflow_at_the_ends_of_types) {
  AboveThresholdOptions options = with_scales(0.0, 0.0);
  options.threshold = Signed::min();
  EXPECT_EQ(search<std::uint64_t>(options).invoke(std::vector{largest_count}),
            (Crossings{{0}, {largest_count}}));
  options.cross = Cross::at_most;
  EXPECT_EQ(search<std::uint64_t>(options).invoke(std::vector{largest_count}), Crossings{});
  options.threshold = Signed::max();
  EXPECT_EQ(search(options).invoke(std::vector{Signed::min()}), (Crossings{{0}, {largest_count}}));
  EXPECT_EQ(search<std::int8_t>(options).invoke(std::vector<std::int8_t>{-128}),
            (Crossings{{0}, {static_cast<std::uint64_t>(Signed::max()) + 128}}));
}

TEST(MakeAboveThreshold, does_not_overflow_under_the_largest_noise) {
  // Noise of some 2^62 on both sides: which scores cross is nearly a coin.
  AboveThresholdOptions options = with_scales(0x1p62, 0x1p62);
  options.threshold = Signed::max();
  const auto hidden = search(options);
  int found = 0;
  for (int round = 0; round < 200; ++round) {
    found += hidden.invoke(std::vector{Signed::min()}).positions.empty() ? 0 : 1;
  }
  // P = e^(-4) / 2: 2^64 apart at a scale of 2^62. Beyond by chance in one of 10^9.
  EXPECT_LT(found, 20);
}

/// What first_crossings makes of these draws; the first is the threshold's.
Crossings with_draws(const std::vector<std::int64_t>& scores, std::size_t most,
                     const std::vector<int>& draws) {
  std::size_t next = 0;
  const auto draw = [&] { return static_cast<int128>(draws.at(next++)); };
  Crossings found =
      first_crossings(std::span<const std::int64_t>(scores), 10, Cross::at_least, most, draw, draw);
  EXPECT_EQ(next, draws.size());
  return found;
}

TEST(FirstCrossings, adds_one_noise_to_the_threshold_and_new_noise_to_each_score) {
  EXPECT_EQ(with_draws({8, 9, 9, 20}, 1, {1, 2, 2}), (Crossings{{1}, {0}}));
  EXPECT_EQ(with_draws({9, 9, 9}, 2, {1, 3, 1, 2}), (Crossings{{0, 2}, {1, 0}}));
  EXPECT_EQ(with_draws({}, 1, {5}), Crossings{});
}

TEST(FirstCrossings, tells_gaps_beyond_64_bits_as_the_largest) {
  const std::vector<std::uint64_t> scores{1};
  const Crossings found = first_crossings(
      std::span<const std::uint64_t>(scores), 0, Cross::at_least, 1, [] { return int128{0}; },
      [] { return int128{1} << 100; });
  EXPECT_EQ(found, (Crossings{{0}, {largest_count}}));
}

TEST(MakeAboveThreshold, refuses_options_that_are_none) {
  for (const double scale : {-0.0, -1.0, infinity, -infinity, nan, 0x1p63}) {
    SCRIM_EXPECT_ERROR(search(with_scales(scale, 1.0)), ErrorKind::invalid_argument,
                       "make_above_threshold", "threshold_scale", "give");
    SCRIM_EXPECT_ERROR(search(with_scales(1.0, scale)), ErrorKind::invalid_argument,
                       "make_above_threshold", "score_scale", "give");
  }
  SCRIM_EXPECT_ERROR(search({.threshold = 0, .cross = Cross::at_most}), ErrorKind::invalid_argument,
                     "threshold_scale", "NaN");  // left out
  SCRIM_EXPECT_ERROR(search(with_scales(1.0, 1.0, 0)), ErrorKind::invalid_argument,
                     "positives is 0");
  SCRIM_EXPECT_ERROR(make_above_threshold(vector_domain<int>().with_size(2), LInfDistance<double>{},
                                          MaxDivergence{}, with_scales(1.0, 1.0, 3)),
                     ErrorKind::invalid_argument, "positives is 3", "only 2 scores");
  SCRIM_EXPECT_ERROR(search(with_scales(1.0, 1.0)).map(-1.0), ErrorKind::invalid_argument, "d_in");
}

TEST(MakeAboveThreshold, chains) {
  const auto found =
      Space{vector_domain<std::uint64_t>(), LInfDistance<std::uint64_t>{.monotonic = true}} >>
      then_above_threshold(
          MaxDivergence{},
          {.threshold = 100, .cross = Cross::at_most, .threshold_scale = 2.0, .score_scale = 2.0});
  EXPECT_EQ(found.map(1), 1.0);
  // The last one is 50 scales below the threshold, the others are far above it.
  const std::vector<std::uint64_t> counts{5'000'000, 4'000'000, 0};
  EXPECT_EQ(found.invoke(counts).positions, std::vector<std::size_t>{2});
}

}  // namespace
}  // namespace scrim::make_above_threshold_test
