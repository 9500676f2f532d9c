#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/samplers/discrete_laplace.hpp"
#include "support/goodness_of_fit.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::discrete_laplace_stat_test {
namespace {

using test::chi_square_deviate;
using test::largest_deviate;
using test::planted_law;
using test::SeededStream;

/// The law of Z cut into cells: floor(Z / width) from -cells to cells - 1, and the rest in the
/// ends.
constexpr std::int64_t cells = 12;

std::vector<double> law_of_cells(double scale, std::int64_t width) {
  const double q = std::exp(-1.0 / scale);
  const auto at_least = [&](std::int64_t z) {  // P[Z >= z]
    const double tail = std::exp(-static_cast<double>(z > 0 ? z : 1 - z) / scale) / (1.0 + q);
    return z > 0 ? tail : 1.0 - tail;
  };
  std::vector<double> law;
  for (std::int64_t cell = -cells; cell < cells; ++cell) {
    const double from = cell == -cells ? 1.0 : at_least(cell * width);
    const double to = cell == cells - 1 ? 0.0 : at_least((cell + 1) * width);
    law.push_back(from - to);
  }
  return law;
}

template <class Sampler>
void expect_fit(const Sampler& sampler, double scale, std::int64_t width) {
  SeededStream stream(9100);
  std::vector<std::uint64_t> counts(2 * cells, 0);
  for (int draw = 0; draw < 2'000'000; ++draw) {
    const auto value = add_noise<std::int64_t>(0, sampler.sample(stream));
    const std::int64_t cell = value >= 0 ? value / width : -((-value + width - 1) / width);
    ++counts[static_cast<std::size_t>(std::clamp(cell, -cells, cells - 1) + cells)];
  }
  const auto law = law_of_cells(scale, width);
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
