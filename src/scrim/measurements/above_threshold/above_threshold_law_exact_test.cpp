// The code that runs, on all noise up to a limit, has the law by definition.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "scrim/measurements/above_threshold/crossings.hpp"
#include "support/by_definition/above_threshold_law.hpp"

namespace scrim::above_threshold_law_exact_test {
namespace {

using test::CrossingProbability;

struct Case {
  std::vector<std::int64_t> scores;
  std::int64_t threshold;
  std::size_t most;
};

const std::vector<Case> cases{
    {{1, 2}, 2, 1}, {{-3, 0, 1}, -1, 1}, {{0, 0, 2}, 1, 2}, {{5, 4}, 4, 2}, {{}, 0, 1}, {{7}, 9, 1},
};
const test::SearchNoise noise{.threshold_scale = Rational(7, 5), .score_scale = Rational(6, 5)};
constexpr int noise_limit = 40;  // beyond lies less than 1e-12

/// P[X = x] for x up to the limit.
std::vector<double> weights_of(const Rational& scale) {
  const double ratio = std::exp(-1.0 / scale.get_d());
  std::vector<double> weights;
  for (int x = 0; x <= noise_limit; ++x) weights.push_back((1.0 - ratio) * std::pow(ratio, x));
  return weights;
}

using Outcome = std::pair<std::vector<std::size_t>, std::vector<std::uint64_t>>;

/// How likely each outcome is, by all noise up to the limit. A draw that is not asked for is 0
/// only.
std::map<Outcome, double> law_of_code(const Case& c, Cross cross) {
  const std::vector<double> of_threshold = weights_of(noise.threshold_scale);
  const std::vector<double> of_score = weights_of(noise.score_scale);
  std::map<Outcome, double> law;
  std::vector<std::size_t> draws(c.scores.size() + 1, 0);
  for (;;) {
    std::size_t asked = 1;
    std::size_t asked_of_threshold = 0;
    const Crossings found = first_crossings(
        std::span<const std::int64_t>(c.scores), c.threshold, cross, c.most,
        [&] {
          EXPECT_EQ(++asked_of_threshold, 1U);
          return static_cast<int128>(draws[0]);
        },
        [&] { return static_cast<int128>(draws[asked++]); });
    double mass = of_threshold[draws[0]];
    for (std::size_t i = 1; i < asked; ++i) mass *= of_score[draws[i]];
    law[{found.positions, found.gaps}] += mass;
    // The next noise, in the order of numbers written with these digits.
    std::size_t last = asked;
    for (std::size_t i = asked; i < draws.size(); ++i) draws[i] = 0;
    while (last > 0 && draws[last - 1] == noise_limit) draws[--last] = 0;
    if (last == 0) return law;
    ++draws[last - 1];
  }
}

void expect_law(const Case& c, Cross cross) {
  SCOPED_TRACE(testing::Message() << testing::PrintToString(c.scores) << " against " << c.threshold
                                  << ", " << c.most);
  std::vector<int> margins;
  for (const std::int64_t score : c.scores) {
    const auto above = static_cast<int>(score - c.threshold);
    margins.push_back(cross == Cross::at_least ? above : -above);
  }
  const CrossingProbability defined_law(margins, noise, c.most);
  const auto law = law_of_code(c, cross);

  std::map<std::vector<std::size_t>, double> of_positions;
  for (const auto& [outcome, mass] : law) {
    of_positions[outcome.first] += mass;
    const Crossings crossings{outcome.first, outcome.second};
    EXPECT_NEAR(mass, defined_law.of_crossings(crossings).upper_double(), 1e-11)
        << testing::PrintToString(outcome);
  }
  double all = 0.0;
  for (const auto& positions : test::all_positions(c.scores.size(), c.most)) {
    const double probability = defined_law.of_positions(positions).upper_double();
    EXPECT_NEAR(of_positions[positions], probability, 1e-11) << testing::PrintToString(positions);
    all += probability;
  }
  EXPECT_NEAR(all, 1.0, 1e-11);
}

TEST(AboveThresholdLaw, is_that_of_the_definition) {
  for (const Case& c : cases) expect_law(c, Cross::at_least);
}

TEST(AboveThresholdLaw, is_that_of_the_definition_below_the_threshold) {
  for (const Case& c : cases) expect_law(c, Cross::at_most);
}

}  // namespace
}  // namespace scrim::above_threshold_law_exact_test
