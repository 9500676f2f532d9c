// The privacy loss between neighbouring score vectors, computed from the closed laws in interval
// arithmetic and compared with what the map charges.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/selection_measure.hpp"
#include "support/selection_law.hpp"
#include "support/small_datasets.hpp"

namespace scrim {
namespace {

using test::Law;

/// The largest and the smallest ln(P(y) / P'(y)) over outcomes, rounded outward.
struct LossRange {
  double lowest;
  double highest;
};

LossRange loss_range(const Law& law, const Law& neighbour) {
  LossRange range{INFINITY, -INFINITY};
  for (const auto& [selected, probability] : law) {
    const BigInterval loss = ln(probability) - ln(neighbour.at(selected));
    range.lowest = std::fmin(range.lowest, loss.lower_double());
    range.highest = std::fmax(range.highest, loss.upper_double());
  }
  return range;
}

/// The largest over alpha of D_alpha(law || neighbour) / alpha, on a grid of orders.
double concentrated_divergence(const Law& law, const Law& neighbour) {
  double worst = 0.0;
  for (const double alpha : {1.0001, 1.01, 1.1, 1.5, 2.0, 3.0, 5.0, 10.0, 50.0, 300.0}) {
    BigInterval sum = test::exact(0.0);
    for (const auto& [selected, p] : law) {
      const BigInterval q = neighbour.at(selected);
      sum = sum + exp(test::exact(alpha) * ln(p) - test::exact(alpha - 1.0) * ln(q));
    }
    const BigInterval divergence = ln(sum) / test::exact(alpha - 1.0);
    worst = std::fmax(worst, (divergence / test::exact(alpha)).upper_double());
  }
  return worst;
}

// The laws are computed to 400 bits; this only covers the last outward step to a double.
constexpr double outward = 1e-12;

/// Every pair of score vectors whose range distance is at most 1, over a grid of scores.
template <class Visit>
void for_each_neighbour(const std::vector<std::vector<double>>& vectors, const Visit& visit) {
  for (const auto& scores : vectors) {
    for (const auto& moved : test::datasets_of_size(std::vector{0.0, 0.5, 1.0}, scores.size())) {
      std::vector<double> neighbour = scores;
      for (std::size_t i = 0; i < scores.size(); ++i) neighbour[i] += moved[i];
      visit(scores, neighbour);
      visit(neighbour, scores);
    }
  }
}

const std::vector<std::vector<double>> three_scores{
    {0.0, 0.0, 0.0}, {0.0, 0.0, -1.0}, {0.0, -3.0, -7.0}, {0.0, -0.25, -40.0}};
const std::vector<std::vector<double>> four_scores{
    {0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, -60.0, -60.0}, {0.0, -2.0, -2.0, -30.0}};

class SelectionPrivacy : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Scales, SelectionPrivacy, testing::Values(3.0, 1.4, 0.3));

TEST_P(SelectionPrivacy, permute_and_flip_keeps_its_max_divergence) {
  const double scale = GetParam();
  for (const std::size_t k : {1U, 2U}) {
    const double claimed = selection_loss(MaxDivergence{}, 1.0, k, scale);
    double worst = 0.0;
    for_each_neighbour(three_scores, [&](const auto& x, const auto& y) {
      worst = std::fmax(worst, loss_range(test::permute_and_flip_law(x, scale, k),
                                          test::permute_and_flip_law(y, scale, k))
                                   .highest);
    });
    EXPECT_LE(worst, claimed + outward);
    EXPECT_GE(worst, 0.9 * claimed) << "k = " << k;
  }
}

TEST_P(SelectionPrivacy, gumbel_keeps_its_range_divergence) {
  const double scale = GetParam();
  for (const std::size_t k : {1U, 2U}) {
    const double claimed = selection_loss(RangeDivergence{}, 1.0, k, scale);
    double worst = 0.0;
    for_each_neighbour(four_scores, [&](const auto& x, const auto& y) {
      const auto [lowest, highest] =
          loss_range(test::exponential_law(x, scale, k), test::exponential_law(y, scale, k));
      worst = std::fmax(worst, highest - lowest);
    });
    EXPECT_LE(worst, claimed + outward);
    EXPECT_GE(worst, 0.99 * claimed);
  }
}

TEST_P(SelectionPrivacy, gumbel_keeps_its_concentrated_divergence) {
  const double scale = GetParam();
  for (const std::size_t k : {1U, 2U}) {
    const double claimed = selection_loss(ZeroConcentratedDivergence{}, 1.0, k, scale);
    double worst = 0.0;
    for_each_neighbour({{0.0, 0.0, 0.0}, {0.0, -0.5, -9.0}}, [&](const auto& x, const auto& y) {
      worst = std::fmax(worst, concentrated_divergence(test::exponential_law(x, scale, k),
                                                       test::exponential_law(y, scale, k)));
    });
    EXPECT_LE(worst, claimed + outward);
    EXPECT_GE(worst, 0.7 * claimed);  // tight as epsilon tends to 0
  }
}

// Two heavy and two light scores. Selecting the heavy one that moved up leaves the other to
// dominate, and the other way round: the losses of (0, 2) and (1, 3) differ by three ranges, not
// two. So k * range / scale, which the peers charge, understates; (2 k - 1) * range / scale holds.
TEST(SelectionPrivacyLimits, two_gumbel_selections_spread_over_three_ranges) {
  const double light = -60.0;
  const std::vector<double> scores{1.0, 0.0, light + 1.0, light};
  const std::vector<double> neighbour{0.0, 0.0, light, light};
  const auto law = test::exponential_law(scores, 1.0, 2);
  const auto law_of_neighbour = test::exponential_law(neighbour, 1.0, 2);
  const auto [lowest, highest] = loss_range(law, law_of_neighbour);
  EXPECT_GT(highest - lowest, 2.999);
  EXPECT_LE(highest - lowest, selection_loss(RangeDivergence{}, 1.0, 2, 1.0) + outward);
}

// Permute-and-flip is epsilon-DP but its losses spread over more than epsilon, so the bound
// epsilon^2 / 8 of bounded-range mechanisms must not be charged for it: it is exceeded.
TEST(SelectionPrivacyLimits, permute_and_flip_is_not_bounded_range) {
  double widest = 0.0;
  double most_concentrated = 0.0;
  for_each_neighbour(
      {{0.0, 0.0}, {1.0, 0.0}, {0.0, -4.0}, {0.0, -1.0}}, [&](const auto& x, const auto& y) {
        const auto of_x = test::permute_and_flip_law(x, 1.0, 1);
        const auto of_y = test::permute_and_flip_law(y, 1.0, 1);
        const auto [lowest, highest] = loss_range(of_x, of_y);
        widest = std::fmax(widest, highest - lowest);
        most_concentrated = std::fmax(most_concentrated, concentrated_divergence(of_x, of_y));
      });
  EXPECT_GT(widest, 1.2);
  EXPECT_GT(most_concentrated, 1.0 / 8.0);
}

}  // namespace
}  // namespace scrim
