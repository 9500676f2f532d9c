#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/samplers/discrete_gaussian.hpp"
#include "support/goodness_of_fit.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::discrete_gaussian_stat_test {
namespace {

using test::chi_square_deviate;
using test::largest_deviate;
using test::planted_law;
using test::SeededStream;

/// The law of Z cut into cells: floor(Z / width) from -cells to cells - 1, and the rest in the
/// ends.
constexpr std::int64_t cells = 10;

std::size_t cell_of(std::int64_t value, std::int64_t width) {
  const std::int64_t cell = value >= 0 ? value / width : -((-value + width - 1) / width);
  return static_cast<std::size_t>(std::clamp(cell, -cells, cells - 1) + cells);
}

std::vector<double> law_of_cells(double scale, std::int64_t width) {
  std::vector<double> law(2 * cells, 0.0);
  const auto farthest = static_cast<std::int64_t>(12.0 * scale) + 1;
  double total = 0.0;
  for (std::int64_t z = -farthest; z <= farthest; ++z) {
    const double off = static_cast<double>(z) / scale;
    const double weight = std::exp(-off * off / 2.0);
    law[cell_of(z, width)] += weight;
    total += weight;
  }
  for (double& probability : law) probability /= total;
  return law;
}

template <class Sampler>
void expect_fit(const Sampler& sampler, double scale, std::int64_t width) {
  SeededStream stream(9300);
  std::vector<std::uint64_t> counts(2 * cells, 0);
  for (int draw = 0; draw < 2'000'000; ++draw) {
    ++counts[cell_of(add_noise<std::int64_t>(0, sampler.sample(stream)), width)];
  }
  const auto law = law_of_cells(scale, width);
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
