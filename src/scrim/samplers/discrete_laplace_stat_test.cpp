#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "scrim/samplers/discrete_laplace.hpp"
#include "support/goodness_of_fit.hpp"
#include "support/noise_cells.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::discrete_laplace_stat_test {
namespace {

using test::chi_square_deviate;
using test::largest_deviate;
using test::NoiseCells;
using test::planted_law;
using test::SeededStream;

template <class Sampler>
void expect_fit(const Sampler& sampler, double scale, std::int64_t width) {
  SeededStream stream(9100);
  const NoiseCells cells{width, 12};
  std::vector<std::uint64_t> counts(cells.size(), 0);
  for (int draw = 0; draw < 2'000'000; ++draw) {
    ++counts[cells.of(add_noise<std::int64_t>(0, sampler.sample(stream)))];
  }
  const auto law = cells.laplace_law(scale);
  EXPECT_LT(chi_square_deviate(counts, law), largest_deviate) << scale;
  EXPECT_GT(chi_square_deviate(counts, planted_law(law, 0.03)), largest_deviate) << scale;
}

TEST(DiscreteLaplaceStatistics, fit_the_law_and_reject_one_that_is_three_percent_off) {
  expect_fit(DiscreteLaplace<>(Rational(7, 5)), 1.4, 1);
  expect_fit(DiscreteLaplace<>(Rational(1'000'001, 3)), 1'000'001.0 / 3, 100'000);
  // Low digits are drawn apart.
  expect_fit(DiscreteLaplace<>(Rational(1e15) + Rational(1, 3)), 1e15, 300'000'000'000'000);
}

TEST(BulkLaplaceStatistics, fit_the_law_and_reject_one_that_is_three_percent_off) {
  for (const auto& [scale, width] :
       {std::pair(Rational(7, 5), 1), std::pair(Rational(10), 3), std::pair(Rational(32), 8),
        std::pair(Rational(1'000'001, 3), 100'000)}) {
    BulkLaplace(scale).visit(
        [&](const auto& sampler) { expect_fit(sampler, scale.get_d(), width); });
  }
}

}  // namespace
}  // namespace scrim::discrete_laplace_stat_test
