#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/by_definition/exponential.hpp"
#include "support/by_definition/gumbel.hpp"
#include "support/goodness_of_fit.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::lazy_reals_stat_test {
namespace {

using test::chi_square_deviate;
using test::largest_deviate;
using test::SeededStream;

/// Probabilities of the cells between edges, from the cdf.
template <class Cdf>
std::vector<double> cell_law(const std::vector<double>& edges, Cdf cdf) {
  std::vector<double> law;
  double before = 0;
  for (const double edge : edges) {
    law.push_back(cdf(edge) - before);
    before = cdf(edge);
  }
  law.push_back(1 - before);
  return law;
}

template <class Draw>
std::vector<std::uint64_t> cell_counts(const std::vector<double>& edges, std::size_t draws,
                                       Draw draw) {
  std::vector<std::uint64_t> counts(edges.size() + 1, 0);
  for (std::size_t i = 0; i < draws; ++i) {
    const auto cell = std::upper_bound(edges.begin(), edges.end(), draw()) - edges.begin();
    ++counts[static_cast<std::size_t>(cell)];
  }
  return counts;
}

TEST(LazyExponentialStatistics, fit_the_law_and_reject_a_rate_that_is_one_percent_off) {
  std::vector<double> edges;
  for (int i = 1; i <= 20; ++i) edges.push_back(0.35 * i);
  SeededStream stream(7401);
  const auto counts =
      cell_counts(edges, 3'000'000, [&] { return LazyExponential(stream).enclose().lo; });
  const auto law = [&](double rate) {
    return cell_law(edges, [rate](double t) { return -std::expm1(-rate * t); });
  };
  EXPECT_LT(chi_square_deviate(counts, law(1.0)), largest_deviate);
  EXPECT_GT(chi_square_deviate(counts, law(1.01)), largest_deviate);
  EXPECT_GT(chi_square_deviate(counts, law(0.99)), largest_deviate);
}

TEST(LazyGumbelStatistics, fit_the_law_and_reject_a_shift_by_one_percent) {
  std::vector<double> edges;
  for (int i = -5; i <= 20; ++i) edges.push_back(0.3 * i);
  SeededStream stream(7402);
  const auto counts =
      cell_counts(edges, 3'000'000, [&] { return LazyGumbel(stream).enclose().lo; });
  const auto law = [&](double shift) {
    return cell_law(edges, [shift](double t) { return std::exp(-std::exp(shift - t)); });
  };
  EXPECT_LT(chi_square_deviate(counts, law(0.0)), largest_deviate);
  EXPECT_GT(chi_square_deviate(counts, law(0.01)), largest_deviate);
  EXPECT_GT(chi_square_deviate(counts, law(-0.01)), largest_deviate);
}

/// A score plus Gumbel noise: what the exponential mechanism compares.
template <double margin>
struct NoisyScore {
  double score;
  LazyGumbel<SeededStream, margin> noise;

  Interval enclose() { return Interval::point(score) + noise.enclose(); }
  BigInterval enclose(Precision precision) {
    return BigInterval::point(precision, score) + noise.enclose(precision);
  }
};

/// How often each score is the largest after noise.
template <double margin>
std::vector<std::uint64_t> winners(const std::vector<double>& scores, std::size_t draws,
                                   std::uint64_t seed) {
  SeededStream stream(seed);
  std::vector<std::uint64_t> wins(scores.size(), 0);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    std::vector<NoisyScore<margin>> noisy;
    for (const double score : scores) {
      noisy.push_back({score, LazyGumbel<SeededStream, margin>(stream)});
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < noisy.size(); ++i) {
      if (greater_than(noisy[i], noisy[best])) best = i;
    }
    ++wins[best];
  }
  return wins;
}

// The largest of scores with Gumbel noise follows the exponential mechanism: exp(s_i) / sum.
TEST(LazyGumbelStatistics, make_the_largest_noisy_score_follow_the_exponential_mechanism) {
  const std::vector<double> scores = {0.0, 1.4, 3.0, 2.5, -0.7};
  const auto law = [&](double temperature) {
    std::vector<double> weights;
    double sum = 0;
    for (const double score : scores) sum += std::exp(score * temperature);
    for (const double score : scores) weights.push_back(std::exp(score * temperature) / sum);
    return weights;
  };
  const auto fast = winners<installed_filter_margin>(scores, 300'000, 7403);
  EXPECT_LT(chi_square_deviate(fast, law(1.0)), largest_deviate);
  EXPECT_GT(chi_square_deviate(fast, law(1.02)), largest_deviate);
  const auto slow = winners<0x1p-4>(scores, 30'000, 7404);
  EXPECT_LT(chi_square_deviate(slow, law(1.0)), largest_deviate);
  EXPECT_GT(chi_square_deviate(slow, law(1.07)), largest_deviate);
}

}  // namespace
}  // namespace scrim::lazy_reals_stat_test
