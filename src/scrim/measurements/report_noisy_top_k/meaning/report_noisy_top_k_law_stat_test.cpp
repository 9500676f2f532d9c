// Frequencies of selections against their closed laws, on a fixed stream.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "support/goodness_of_fit.hpp"
#include "support/seeded_stream.hpp"
#include "support/selection_law.hpp"

namespace scrim::report_noisy_top_k_law_stat_test {
namespace {

constexpr std::size_t draws = 100'000;

template <class MO>
test::Law law_of(const std::vector<double>& scores, double scale, std::size_t k) {
  return selection_noise<MO> == SelectionNoise::exponential
             ? test::permute_and_flip_law(scores, scale, k)
             : test::exponential_law(scores, scale, k);
}

/// How far the frequencies of a selection lie from a law, in normal deviates.
template <class MO, class T>
double deviate(const std::vector<T>& scores, const TopKOptions& options, const test::Law& law) {
  test::SeededStream source(20'26);
  std::map<test::Selected, std::uint64_t> frequencies;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    ++frequencies[report_noisy_top_k<MO>(std::span<const T>(scores), options, source)];
  }
  std::vector<std::uint64_t> counts;
  std::vector<double> probabilities;
  for (const auto& [selected, probability] : law) {
    counts.push_back(frequencies[selected]);
    probabilities.push_back(probability.lower_double());
  }
  return test::chi_square_deviate(counts, probabilities);
}

template <class MO>
class SelectionFrequencies : public testing::Test {};
using Measures = testing::Types<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;
TYPED_TEST_SUITE(SelectionFrequencies, Measures);

TYPED_TEST(SelectionFrequencies, fit_the_law_at_ugly_scales) {
  for (const double scale : {3.0, 7.0 / 5.0, 10.0, 0x1p-20, 1e6 + 1.0 / 3.0}) {
    std::vector<double> scores;
    for (const double gap : {0.0, 0.25, 3.0, 1.0, 0.0}) scores.push_back(-gap * scale);
    for (const std::size_t k : {1U, 2U}) {
      const TopKOptions options{.k = k, .scale = scale, .optimize = Optimize::max};
      EXPECT_LT(deviate<TypeParam>(scores, options, law_of<TypeParam>(scores, scale, k)),
                test::largest_deviate)
          << "scale " << scale << ", k " << k;
    }
  }
}

TYPED_TEST(SelectionFrequencies, do_not_fit_a_law_that_is_slightly_wrong) {
  const std::vector scores{0.0, -1.0, -2.0, -4.0};
  const TopKOptions options{.k = 1, .scale = 1.4, .optimize = Optimize::max};
  EXPECT_GT(deviate<TypeParam>(scores, options, law_of<TypeParam>(scores, 1.4 * 1.05, 1)),
            test::largest_deviate);
}

TYPED_TEST(SelectionFrequencies, fit_the_law_of_integers_to_be_minimised) {
  const std::vector<std::uint64_t> scores{7, 10, 6, 6, 30};
  const std::vector negated{-7.0, -10.0, -6.0, -6.0, -30.0};
  const TopKOptions options{.k = 2, .scale = 7.0 / 5.0, .optimize = Optimize::min};
  EXPECT_LT(deviate<TypeParam>(scores, options, law_of<TypeParam>(negated, 7.0 / 5.0, 2)),
            test::largest_deviate);
}

// The two noises have different laws; a test that takes one for the other would see nothing.
TEST(SelectionFrequenciesOfNoises, tell_permute_and_flip_from_the_exponential_mechanism) {
  const std::vector scores{0.0, -1.0, -2.0};
  const TopKOptions options{.k = 2, .scale = 1.0, .optimize = Optimize::max};
  EXPECT_GT(deviate<MaxDivergence>(scores, options, test::exponential_law(scores, 1.0, 2)),
            test::largest_deviate);
  EXPECT_GT(deviate<RangeDivergence>(scores, options, test::permute_and_flip_law(scores, 1.0, 2)),
            test::largest_deviate);
}

}  // namespace
}  // namespace scrim::report_noisy_top_k_law_stat_test
