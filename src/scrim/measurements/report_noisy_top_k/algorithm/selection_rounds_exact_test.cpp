// The law of a round, computed from the code that runs: every answer of chance in turn. It is held
// against the closed forms, for every history of rounds before it.
#include "scrim/measurements/report_noisy_top_k/algorithm/selection_rounds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "support/chance_tree.hpp"
#include "support/selection_law.hpp"

namespace scrim::selection_rounds_exact_test {
namespace {

using Ladder = SelectionLadder<double, std::size_t>;
using Indices = std::vector<std::size_t>;

/// A ladder of all scores for `rounds` rounds, with some candidates taken away already.
Ladder ladder_after(const std::vector<double>& scores, const Indices& taken, std::size_t rounds,
                    double scale) {
  Indices all(scores.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  Ladder ladder({std::span<const double>(scores), Optimize::max}, all, rounds, scale);
  for (const std::size_t candidate : taken) {
    for (std::size_t rung = 0; rung < ladder.rungs().size(); ++rung) {
      const auto members = ladder.rungs()[rung].members;
      for (std::size_t position = 0; position < members.size(); ++position) {
        if (members[position] == candidate) {
          EXPECT_EQ(ladder.take({rung, position}), candidate);
          rung = ladder.rungs().size() - 1;
          break;
        }
      }
    }
  }
  return ladder;
}

struct PermuteAndFlipRound {
  using Mechanism = test::PermuteAndFlip;
  static Place select(const Ladder& ladder, auto& chance) {
    return permute_and_flip_round(ladder, chance);
  }
};
struct ExponentialRound {
  using Mechanism = test::ExponentialMechanism;
  static Place select(const Ladder& ladder, auto& chance) {
    test::OneProposal proposal(chance);
    return exponential_round(ladder, proposal);
  }
};

/// The widest distance between the law of the code and a closed form; 1 if they are certain to
/// differ.
template <class Round>
double widest_difference(const std::vector<double>& scores, const Indices& taken,
                         std::size_t rounds, double scale, double scale_of_law) {
  const auto law = test::law_of_round([&](auto& chance) {
    Ladder ladder = ladder_after(scores, taken, rounds, scale);
    const Place place = Round::select(ladder, chance);
    return ladder.take(place);
  });
  Indices left;
  std::vector<BigInterval> weights;
  const auto all_weights = test::selection_weights<BigInterval>(scores, scale_of_law);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::find(taken.begin(), taken.end(), i) != taken.end()) continue;
    left.push_back(i);
    weights.push_back(all_weights[i]);
  }
  double widest = 0.0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const BigInterval expected = Round::Mechanism::probability(weights, i);
    const auto found = law.find(left[i]);
    const BigInterval difference = found == law.end() ? expected : found->second - expected;
    // Relative: a probability of 1e-25 is to be right in its digits too.
    const BigInterval relative = difference / expected;
    widest = std::max({widest, std::abs(relative.lower_double()), relative.upper_double()});
  }
  return widest;
}

/// Every sequence of fewer than `rounds` candidates.
std::vector<Indices> histories(std::size_t candidates, std::size_t rounds) {
  std::vector<Indices> all{{}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].size() + 1 == rounds) continue;
    for (std::size_t next = 0; next < candidates; ++next) {
      if (std::find(all[i].begin(), all[i].end(), next) != all[i].end()) continue;
      Indices longer = all[i];
      longer.push_back(next);
      all.push_back(std::move(longer));
    }
  }
  return all;
}

template <class Round>
class RoundOnALadder : public testing::Test {};
using Rounds = testing::Types<PermuteAndFlipRound, ExponentialRound>;
TYPED_TEST_SUITE(RoundOnALadder, Rounds);

// Gaps in scales: ties, several on one rung, at and around a halving, leaders far above the rest,
// and far below what any rung tells apart.
const std::vector<std::vector<double>> gaps_in_scales = {
    {0.0},
    {0.0, 0.0},
    {0.0, 0.25, 0.5},
    {0.0, 0.6931471805599453, 0.6931471805599454, 1.3862943611198906},
    {2.0, 0.0, 7.0, 2.5},
    {0.0, 5.0, 5.0, 5.5},
    {0.0, 30.0, 31.0},
    {0.0, 44.0, 45.0, 100.0},
    {100.0, 0.0, 101.0, 100.5},
};

TYPED_TEST(RoundOnALadder, has_its_law_whatever_was_taken_before) {
  for (const double scale : {7.0 / 5.0, 10.0, 0x1p-20, 1e6 + 1.0 / 3.0}) {
    for (const auto& gaps : gaps_in_scales) {
      std::vector<double> scores;
      for (const double gap : gaps) scores.push_back(-gap * scale);
      for (std::size_t rounds = 1; rounds <= std::min<std::size_t>(3, scores.size()); ++rounds) {
        for (const Indices& taken : histories(scores.size(), rounds)) {
          EXPECT_LT(widest_difference<TypeParam>(scores, taken, rounds, scale, scale), 0x1p-100)
              << "scale " << scale << ", first gaps " << gaps.front() << " " << gaps.back()
              << ", rounds " << rounds << ", taken " << taken.size();
        }
      }
    }
  }
}

TYPED_TEST(RoundOnALadder, does_not_have_the_law_of_a_scale_next_to_it) {
  const std::vector<double> scores{0.0, -0.25, -3.0};
  EXPECT_GT(widest_difference<TypeParam>(scores, {}, 1, 1.0, std::nextafter(1.0, 2.0)), 0x1p-60);
}

}  // namespace
}  // namespace scrim::selection_rounds_exact_test
