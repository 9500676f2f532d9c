// What selections cost, as ratios within one run: the scores must not matter much, nor k.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"

namespace scrim::selection_cost_slow_test {
namespace {

using Scores = std::vector<std::uint64_t>;

std::vector<Scores> score_shapes(std::size_t count) {
  Scores equal(count, 5);
  Scores spike = equal;
  spike[count / 2] = 1'000'000;
  Scores far_apart = equal;
  far_apart.front() = 1'000'000'000;
  far_apart.back() = 999'999'990;
  Scores linear(count);
  Scores crowded(count);
  for (std::size_t i = 0; i < count; ++i) {
    linear[i] = i;
    crowded[i] = i * 2654435761 % 8;
  }
  return {equal, spike, far_apart, linear, crowded};
}

/// Nanoseconds a candidate: the best of several rounds, since other programs only ever add to it.
template <class MO>
double cost(const Scores& scores, std::size_t k) {
  const auto top =
      make_report_noisy_top_k(vector_domain<std::uint64_t>(), LInfDistance<std::uint64_t>{}, MO{},
                              {.k = k, .scale = 7.0 / 5.0, .optimize = Optimize::max});
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 40; ++round) {
    const auto start = std::chrono::steady_clock::now();
    (void)top.invoke(scores);
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / static_cast<double>(scores.size()));
  }
  return best;
}

template <class MO>
class SelectionCost : public testing::Test {};
using Measures = testing::Types<MaxDivergence, RangeDivergence>;
TYPED_TEST_SUITE(SelectionCost, Measures);

TYPED_TEST(SelectionCost, hardly_depends_on_the_scores) {
  for (const std::size_t count : {1000U, 10'000U, 1'000'000U}) {
    std::vector<double> costs;
    for (const Scores& scores : score_shapes(count)) costs.push_back(cost<TypeParam>(scores, 1));
    const auto [least, most] = std::minmax_element(costs.begin(), costs.end());
    EXPECT_LT(*most, 3 * *least) << count << " candidates";
  }
}

TYPED_TEST(SelectionCost, of_ten_is_less_than_three_times_that_of_one) {
  for (const Scores& scores : score_shapes(10'000)) {
    EXPECT_LT(cost<TypeParam>(scores, 10), 3 * cost<TypeParam>(scores, 1));
  }
}

}  // namespace
}  // namespace scrim::selection_cost_slow_test
