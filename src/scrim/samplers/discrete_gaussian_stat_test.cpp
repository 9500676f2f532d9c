#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "scrim/samplers/discrete_gaussian.hpp"
#include "support/goodness_of_fit.hpp"
#include "support/noise_cells.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::discrete_gaussian_stat_test {
namespace {

using test::chi_square_deviate;
using test::largest_deviate;
using test::NoiseCells;
using test::planted_law;
using test::SeededStream;

template <class Sampler>
void expect_fit(const Sampler& sampler, double scale, std::int64_t width) {
  SeededStream stream(9300);
  const NoiseCells cells{width, 10};
  std::vector<std::uint64_t> counts(cells.size(), 0);
  for (int draw = 0; draw < 2'000'000; ++draw) {
    ++counts[cells.of(add_noise<std::int64_t>(0, sampler.sample(stream)))];
  }
  const auto law = cells.gaussian_law(scale);
  EXPECT_LT(chi_square_deviate(counts, law), largest_deviate) << scale;
  EXPECT_GT(chi_square_deviate(counts, planted_law(law, 0.03)), largest_deviate) << scale;
}

TEST(DiscreteGaussianStatistics, fit_the_law_and_reject_one_that_is_three_percent_off) {
  expect_fit(DiscreteGaussian<>(Rational(49, 25)), 1.4, 1);
  expect_fit(DiscreteGaussian<>(Rational(250'000)), 500.0, 150);
}

TEST(BulkGaussianStatistics, fit_the_law_and_reject_one_that_is_three_percent_off) {
  for (const auto& [scale, width] :
       {std::pair(Rational(7, 5), 1), std::pair(Rational(10), 3), std::pair(Rational(129), 40),
        std::pair(Rational(5000), 1500)}) {
    BulkGaussian(Rational(scale * scale)).visit([&](const auto& sampler) {
      expect_fit(sampler, scale.get_d(), width);
    });
  }
}

}  // namespace
}  // namespace scrim::discrete_gaussian_stat_test
