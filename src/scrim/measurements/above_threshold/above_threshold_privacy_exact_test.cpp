// The worst loss between neighbours, from the law of the release, beside what the map charges.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "scrim/measurements/above_threshold/make_above_threshold.hpp"
#include "support/by_definition/above_threshold_law.hpp"
#include "support/law_divergence.hpp"

namespace scrim::above_threshold_privacy_exact_test {
namespace {

using test::CrossingProbability;
using test::divergence;

using Vector = std::vector<int>;

/// All vectors of so many entries between lower and upper.
std::vector<Vector> all_vectors(std::size_t size, int lower, int upper) {
  std::vector<Vector> all{Vector{}};
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<Vector> longer;
    for (const Vector& shorter : all) {
      for (int x = lower; x <= upper; ++x) {
        longer.push_back(shorter);
        longer.back().push_back(x);
      }
    }
    all = std::move(longer);
  }
  return all;
}

struct Setting {
  std::size_t scores;
  std::size_t most;
  int d;
  bool monotonic;
  double threshold_scale;
  double score_scale;
  /// Gaps of an outcome that are looked at; none looks at positions alone.
  std::vector<std::uint64_t> gaps;
};

/// All outcomes that are looked at, without their gaps if there are none.
std::vector<Crossings> outcomes_of(const Setting& s) {
  std::vector<Crossings> outcomes;
  for (const auto& positions : test::all_positions(s.scores, s.most)) {
    std::vector<std::vector<std::uint64_t>> tuples{{}};
    if (!s.gaps.empty()) {
      for (std::size_t k = 0; k < positions.size(); ++k) {
        std::vector<std::vector<std::uint64_t>> longer;
        for (const auto& tuple : tuples) {
          for (const std::uint64_t gap : s.gaps) {
            longer.push_back(tuple);
            longer.back().push_back(gap);
          }
        }
        tuples = std::move(longer);
      }
    }
    for (const auto& tuple : tuples) outcomes.push_back({positions, tuple});
  }
  return outcomes;
}

std::vector<BigInterval> law_at(const Vector& margins, const Setting& s,
                                const std::vector<Crossings>& outcomes) {
  const CrossingProbability probability(
      margins, {to_rational(s.threshold_scale), to_rational(s.score_scale)}, s.most);
  std::vector<BigInterval> law;
  for (const Crossings& outcome : outcomes) {
    law.push_back(s.gaps.empty() ? probability.of_positions(outcome.positions)
                                 : probability.of_crossings(outcome));
  }
  return law;
}

bool are_neighbours(const Vector& a, const Vector& b, const Setting& s) {
  int least = s.d;
  int largest = -s.d;
  for (std::size_t i = 0; i < a.size(); ++i) {
    least = std::min(least, a[i] - b[i]);
    largest = std::max(largest, a[i] - b[i]);
  }
  return least >= -s.d && largest <= s.d && (!s.monotonic || largest - least <= s.d);
}

double charge(const Setting& s) {
  return make_above_threshold(vector_domain<std::int64_t>(),
                              LInfDistance<std::uint64_t>{.monotonic = s.monotonic},
                              MaxDivergence{},
                              {.threshold = 0,
                               .cross = Cross::at_least,
                               .positives = s.most,
                               .threshold_scale = s.threshold_scale,
                               .score_scale = s.score_scale})
      .map(static_cast<std::uint64_t>(s.d));
}

/// The worst loss among all neighbours with margins between -2 and 2.
double worst_loss(const Setting& s) {
  const auto outcomes = outcomes_of(s);
  std::map<Vector, std::vector<BigInterval>> laws;
  for (const Vector& margins : all_vectors(s.scores, -2, 2)) {
    laws.emplace(margins, law_at(margins, s, outcomes));
  }
  double worst = 0.0;
  for (const auto& [margins, law] : laws) {
    for (const auto& [others, neighbour] : laws) {
      if (margins < others && are_neighbours(margins, others, s)) {
        worst = std::max(worst, divergence(MaxDivergence{}, law, neighbour, 0));
      }
    }
  }
  return worst;
}

void expect_tight(const Setting& s) {
  SCOPED_TRACE(testing::Message() << s.scores << " scores, " << s.most << " positives, d " << s.d
                                  << (s.monotonic ? ", monotonic" : "") << ", scales "
                                  << s.threshold_scale << " and " << s.score_scale << ", "
                                  << s.gaps.size() << " gaps");
  const double loss = worst_loss(s);
  const double charged = charge(s);
  EXPECT_LE(loss, charged * (1.0 + 1e-12));
  EXPECT_GE(loss, charged * (1.0 - 1e-12));
}

TEST(AboveThresholdPrivacy, is_what_the_map_charges_and_no_more) {
  for (const bool monotonic : {false, true}) {
    expect_tight({2, 1, 1, monotonic, 7.0 / 5.0, 10.0, {}});
    expect_tight({2, 1, 2, monotonic, 2.0, 3.0, {}});
    expect_tight({3, 1, 1, monotonic, 3.0, 7.0 / 5.0, {}});
    expect_tight({3, 2, 1, monotonic, 10.0, 4.0, {}});
  }
}

TEST(AboveThresholdPrivacy, is_no_worse_with_the_gaps) {
  for (const bool monotonic : {false, true}) {
    expect_tight({2, 1, 1, monotonic, 7.0 / 5.0, 10.0, {0, 1, 2, 3, 4, 5}});
    expect_tight({3, 2, 1, monotonic, 10.0, 4.0, {0, 2, 4}});
  }
}

}  // namespace
}  // namespace scrim::above_threshold_privacy_exact_test
