#include "scrim/measurements/report_noisy_top_k/algorithm/kth_best.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace scrim::kth_best_test {
namespace {

template <Number T>
void expect_kth_best(const std::vector<T>& values, Optimize optimize, std::size_t k) {
  std::vector<std::size_t> indices(values.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  const FiniteScores<T> scores{values, optimize};
  std::vector<T> sorted;
  for (const std::size_t index : indices) sorted.push_back(scores[index]);
  std::sort(sorted.begin(), sorted.end(), [&](T a, T b) { return scores.is_better(a, b); });
  EXPECT_EQ(kth_best(scores, std::span<const std::size_t>(indices), k), sorted[k - 1])
      << values.size() << " values, k " << k;
}

TEST(KthBest, is_what_sorting_finds) {
  std::mt19937_64 engine(17);
  for (const std::size_t count : {1U, 2U, 63U, 64U, 65U, 127U, 128U, 129U, 1000U, 5000U}) {
    for (const std::uint64_t values : {1U, 2U, 50U, 1'000'000U}) {  // few values: many ties
      std::vector<std::uint64_t> scores(count);
      for (auto& score : scores) score = engine() % values;
      for (const std::size_t k : {std::size_t{1}, std::size_t{2}, std::size_t{10}, count / 64,
                                  count / 64 + 1, count / 64 + 2, count - 1, count}) {
        if (k == 0 || k > count) continue;
        expect_kth_best(scores, Optimize::max, k);
        expect_kth_best(scores, Optimize::min, k);
      }
      std::sort(scores.begin(), scores.end());
      expect_kth_best(scores, Optimize::max, (count + 2) / 3);
      expect_kth_best(scores, Optimize::min, (count + 2) / 3);
    }
  }
}

TEST(KthBest, takes_scores_as_finite) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> scores{infinity, std::numeric_limits<double>::quiet_NaN(), 3.0,
                                   -infinity};
  for (std::size_t k = 1; k <= scores.size(); ++k) {
    expect_kth_best(scores, Optimize::max, k);
    expect_kth_best(scores, Optimize::min, k);
  }
}

}  // namespace
}  // namespace scrim::kth_best_test
