// Frequencies of a selection among as many parts of tied rows as are installed, beside the law of
// the list that it stands for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/measurements/private_quantiles/halving.hpp"
#include "scrim/measurements/private_quantiles/pick_entry.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/selection_chance.hpp"
#include "support/goodness_of_fit.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::pick_entry_stat_test {
namespace {

/// The wanted rank lies among 900 tied rows, and two candidates follow.
TiedEntries tied_in_the_middle() {
  return {{WantedRank::Counted::as_fraction, {1, 2}, 0},
          {{40, 900, 708}, {943, 5, 700}, {948, 0, 700}},
          parts_of_tied_rows};
}

std::vector<double> weights_of(const TiedEntries& entries, double scale) {
  const std::uint64_t best = *std::min_element(entries.least().begin(), entries.least().end());
  std::vector<double> weights;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    weights.push_back(std::exp(-static_cast<double>(entries.score(i) - best) / scale));
  }
  return weights;
}

std::vector<double> law_of(SelectionNoise noise, const std::vector<double>& weights) {
  std::vector<double> law = weights;
  if (noise == SelectionNoise::exponential) {
    // p_r times the integral of the product of 1 - t p_j over the others, by the midpoint rule.
    constexpr int steps = 5000;
    std::fill(law.begin(), law.end(), 0.0);
    for (int step = 0; step < steps; ++step) {
      const double t = (step + 0.5) / steps;
      double product = 1.0;
      for (const double p : weights) product *= 1.0 - t * p;
      if (product < 1e-20) break;
      for (std::size_t i = 0; i < law.size(); ++i) {
        law[i] += weights[i] * product / (1.0 - t * weights[i]);
      }
    }
  }
  double total = 0.0;
  for (const double probability : law) total += probability;
  for (double& probability : law) probability /= total;
  return law;
}

class PickEntryFrequencies : public testing::TestWithParam<SelectionNoise> {};
INSTANTIATE_TEST_SUITE_P(BothNoises, PickEntryFrequencies,
                         testing::Values(SelectionNoise::exponential, SelectionNoise::gumbel));

TEST_P(PickEntryFrequencies, are_those_of_a_list_of_all_parts) {
  for (const double scale : {7.0 / 5.0, 10.0, 300.0}) {
    const TiedEntries entries = tied_in_the_middle();
    const std::vector<double> law = law_of(GetParam(), weights_of(entries, scale));
    test::SeededStream source(17);
    SelectionChance chance(source);
    std::vector<std::uint64_t> counts(entries.size());
    for (int draw = 0; draw < 10'000; ++draw) {
      ++counts[pick_entry(GetParam(), entries, scale, chance)];
    }
    EXPECT_LT(test::chi_square_deviate(counts, law), test::largest_deviate) << scale;
  }
}

TEST_P(PickEntryFrequencies, tell_a_wrong_scale_apart) {
  const TiedEntries entries = tied_in_the_middle();
  const std::vector<double> law = law_of(GetParam(), weights_of(entries, 9.0));
  test::SeededStream source(17);
  SelectionChance chance(source);
  std::vector<std::uint64_t> counts(entries.size());
  for (int draw = 0; draw < 10'000; ++draw) {
    ++counts[pick_entry(GetParam(), entries, 10.0, chance)];
  }
  EXPECT_GT(test::chi_square_deviate(counts, law), test::largest_deviate);
}

}  // namespace
}  // namespace scrim::pick_entry_stat_test
