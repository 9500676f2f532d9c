// Where the prices of selections come from: score vectors that attain them, in interval arithmetic.
// tests/lab/privacy_selection_exact_test.cpp searches for worse ones.
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"
#include "support/law_divergence.hpp"
#include "support/selection_law.hpp"

namespace scrim::report_noisy_top_k_privacy_exact_test {
namespace {

using test::exact;
using test::ExponentialMechanism;
using test::PermuteAndFlip;

// The laws are computed to 400 bits; this only covers the last outward step to a double.
constexpr double outward = 1e-12;

template <class Mechanism>
std::vector<BigInterval> law_of(const std::vector<double>& scores, std::size_t k) {
  return test::selection_probabilities<Mechanism, BigInterval>(scores, 1.0, k);
}

// Far behind the best score, an index is selected with a probability proportional to its weight.
// Where all such scores move against the best one, and none but they are selected, every selection
// costs the whole epsilon.
TEST(SelectionPrivacyLimits, k_permute_and_flips_lose_k_epsilon) {
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    for (const std::size_t k : {1U, 2U, 3U}) {
      std::vector<double> scores{0.0};
      std::vector<double> neighbour{epsilon};
      for (std::size_t i = 0; i < k; ++i) {
        scores.push_back(-60.0 * static_cast<double>(i + 1));
        neighbour.push_back(scores.back());
      }
      const double loss = test::divergence(MaxDivergence{}, law_of<PermuteAndFlip>(scores, k),
                                           law_of<PermuteAndFlip>(neighbour, k), 0.0);
      const double claimed = selection_loss(MaxDivergence{}, epsilon, k, 1.0);
      EXPECT_LE(loss, claimed + outward) << "k " << k;
      EXPECT_GE(loss, claimed - outward) << "k " << k;
    }
  }
}

// Two heavy and two light scores. Selecting the heavy one that moved up leaves the other to
// dominate, and the other way round: the losses of (0, 2) and (1, 3) differ by three ranges, not
// two. So charging k * range / scale would understate; (2 k - 1) * range / scale holds.
TEST(SelectionPrivacyLimits, two_gumbel_selections_spread_over_three_ranges) {
  const double light = -60.0;
  const std::vector<double> scores{1.0, 0.0, light + 1.0, light};
  const std::vector<double> neighbour{0.0, 0.0, light, light};
  const auto [lowest, highest] = test::loss_range(law_of<ExponentialMechanism>(scores, 2),
                                                  law_of<ExponentialMechanism>(neighbour, 2));
  EXPECT_GT(highest - lowest, 3.0 - outward);
  EXPECT_LE(highest - lowest, selection_loss(RangeDivergence{}, 1.0, 2, 1.0) + outward);
}

// The same with k - 1 light scores that moved up and k - 1 that did not. Whoever selects the heavy
// one that moved and then light ones that moved does so with the other heavy one dominating what
// remains at every step, and the other way round: two ranges for each step but the first.
TEST(SelectionPrivacyLimits, k_gumbel_selections_spread_over_2_k_minus_1_ranges) {
  for (const double range : {0.1, 1.0, 4.0}) {
    for (const std::size_t k : {1U, 2U, 3U, 4U}) {
      std::vector<double> neighbour{0.0, 0.0};
      neighbour.resize(2 * k, -70.0);
      std::vector<double> scores = neighbour;
      for (std::size_t i = 0; i < scores.size(); i += 2) scores[i] += range;
      const auto [lowest, highest] = test::loss_range(law_of<ExponentialMechanism>(scores, k),
                                                      law_of<ExponentialMechanism>(neighbour, k));
      const double claimed = selection_loss(RangeDivergence{}, range, k, 1.0);
      EXPECT_GT(highest - lowest, claimed - outward) << "k " << k;
      EXPECT_LE(highest - lowest, claimed + outward) << "k " << k;
    }
  }
}

/// The law of k selections among `crowd` equal scores and as many that are better by `advantage`,
/// as the sequence of which kind is selected. Within its kind a selection is uniform, so that this
/// sequence tells two advantages apart as well as the indices do.
void add_kinds(std::vector<BigInterval>& law, std::size_t k, double better, double equal,
               double advantage, const BigInterval& so_far) {
  if (k == 0) {
    law.push_back(so_far);
    return;
  }
  const BigInterval weight = exact(better) * exp(exact(advantage));
  const BigInterval total = weight + exact(equal);
  add_kinds(law, k - 1, better - 1, equal, advantage, so_far * weight / total);
  add_kinds(law, k - 1, better, equal - 1, advantage, so_far * exact(equal) / total);
}

// In a crowd every selection is as good as a first one, and for a small epsilon a fair choice
// between those that moved and those that did not attains epsilon^2 / 8.
TEST(SelectionPrivacyLimits, k_gumbel_selections_from_a_crowd_lose_k_epsilon_squared_over_8) {
  const double epsilon = 0.01;
  const double crowd = 1000.0;
  for (const std::size_t k : {1U, 2U, 3U}) {
    std::vector<BigInterval> law;
    std::vector<BigInterval> neighbour;
    add_kinds(law, k, crowd, crowd, epsilon, exact(1.0));
    add_kinds(neighbour, k, crowd, crowd, 0.0, exact(1.0));
    const double claimed = selection_loss(ZeroConcentratedDivergence{}, epsilon, k, 1.0);
    const double loss = test::divergence(ZeroConcentratedDivergence{}, law, neighbour, 0.001);
    EXPECT_LE(loss, claimed + outward) << "k " << k;
    EXPECT_GT(loss, 0.999 * claimed) << "k " << k;
  }
}

// Permute-and-flip is epsilon-DP but its losses spread over more than epsilon, so the bound
// epsilon^2 / 8 of bounded-range mechanisms must not be charged for it: it is exceeded.
TEST(SelectionPrivacyLimits, permute_and_flip_is_not_bounded_range) {
  const auto law = law_of<PermuteAndFlip>({1.0, 0.0}, 1);
  const auto neighbour = law_of<PermuteAndFlip>({0.0, 0.0}, 1);
  const auto [lowest, highest] = test::loss_range(law, neighbour);
  EXPECT_GT(highest - lowest, 1.2);
  EXPECT_GT(test::divergence(ZeroConcentratedDivergence{}, law, neighbour, 0.5), 1.0 / 8.0);
}

}  // namespace
}  // namespace scrim::report_noisy_top_k_privacy_exact_test
