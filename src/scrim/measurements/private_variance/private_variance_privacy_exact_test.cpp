// The exact loss between small datasets and all their neighbours, against the map.
//
// Given the noisy sum, the center and the scale of the second noise are known, and this noise is
// one that has a closed loss at a given distance; so the law of both is summed over noisy sums.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "scrim/measurements/private_variance/make_private_variance.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/small_datasets.hpp"

namespace scrim::private_variance_privacy_exact_test {
namespace {

using Rows = std::vector<std::int64_t>;

constexpr double rounding = 1e-9;

struct Neighbours {
  const VarianceOptions& options;
  VarianceSums sums;
  VarianceSums others;

  Neighbours(const VarianceOptions& plan, const Rows& rows, const Rows& other_rows)
      : options(plan), sums(plan.bounds), others(plan.bounds) {
    sums.update(rows);
    others.update(other_rows);
  }

  /// How far apart the squares are around the center of this noisy sum, in scales of their noise.
  [[nodiscard]] double squares_apart(std::int64_t noisy_sum) const {
    const std::int64_t center = variance_center(options, noisy_sum);
    const CenteredSquares here = centered_squares(options, sums, center);
    const CenteredSquares there = centered_squares(options, others, center);
    const auto apart = static_cast<double>(std::abs(here.steps - there.steps));
    return apart == 0.0 ? 0.0 : apart / here.noise_scale;
  }
  [[nodiscard]] double sum() const { return static_cast<double>(sums.sum()); }
  [[nodiscard]] double other_sum() const { return static_cast<double>(others.sum()); }
};

/// Far enough that nothing changes beyond.
std::int64_t farthest(const VarianceOptions& options) {
  return static_cast<std::int64_t>(15.0 * options.sum_scale) + 400;
}

double loss(MaxDivergence, const Neighbours& pair) {
  double worst = 0.0;
  for (std::int64_t y = -farthest(pair.options); y <= farthest(pair.options); ++y) {
    const auto noisy = static_cast<double>(y);
    const double of_sum = (std::abs(noisy - pair.other_sum()) - std::abs(noisy - pair.sum())) /
                          pair.options.sum_scale;
    // At some squares the second ratio has either sign.
    worst = std::max(worst, std::abs(of_sum) + pair.squares_apart(y));
  }
  return worst;
}

/// ln of the sum of exp(exponent), of which the largest is taken out.
double log_of_sum(const std::vector<double>& exponents) {
  const double largest = *std::max_element(exponents.begin(), exponents.end());
  double sum = 0.0;
  for (const double exponent : exponents) sum += std::exp(exponent - largest);
  return largest + std::log(sum);
}

double loss(ZeroConcentratedDivergence, const Neighbours& pair) {
  const double scale = pair.options.sum_scale;
  double worst = 0.0;
  for (const double order : {2.0, 3.0, 8.0}) {  // at integers, shifted Gaussians attain their bound
    std::vector<double> law;
    std::vector<double> moment;
    for (std::int64_t y = -farthest(pair.options); y <= farthest(pair.options); ++y) {
      const double here = static_cast<double>(y) - pair.sum();
      const double there = static_cast<double>(y) - pair.other_sum();
      const double apart = pair.squares_apart(y);
      law.push_back(-here * here / (2.0 * scale * scale));
      moment.push_back(-(order * here * here - (order - 1.0) * there * there) /
                           (2.0 * scale * scale) +
                       order * (order - 1.0) * apart * apart / 2.0);
    }
    const double excess = log_of_sum(moment) - log_of_sum(law);
    worst = std::max(worst, excess / (order * (order - 1.0)));
  }
  return worst;
}

/// The largest loss over claim among small datasets and those with a row more, or another one.
template <class MO>
double worst_ratio(const VarianceOptions& options) {
  const auto domain = vector_domain<std::int64_t>();
  const auto added = make_private_variance(domain, SymmetricDistance{}, MO{}, options);
  const auto changed =
      make_private_variance(domain.with_size(2), ChangeOneDistance{}, MO{}, options);
  const auto [lower, upper] = options.bounds;
  const Rows letters{lower - 1, lower, lower + 1, (lower + upper) / 2, upper};
  double worst = 0.0;
  for (const Rows& rows : test::datasets_up_to(letters, 2)) {
    for (const std::int64_t letter : letters) {
      Rows more = rows;
      more.push_back(letter);
      worst = std::max(worst, loss(MO{}, Neighbours(options, rows, more)) / added.map(1));
      more.push_back(upper);
      worst = std::max(worst, loss(MO{}, Neighbours(options, rows, more)) / added.map(2));
      if (rows.size() != 2) continue;
      Rows other = rows;
      other[0] = letter;
      worst = std::max(worst, loss(MO{}, Neighbours(options, rows, other)) / changed.map(1));
    }
  }
  return worst;
}

std::vector<VarianceOptions> cases() {
  return {
      {.bounds = {-7, 7}, .divisor = 2, .shift = 0, .sum_scale = 10.0, .squares_scale = 1.4},
      {.bounds = {-6, 7}, .divisor = 1, .shift = 0, .sum_scale = 7.0 / 5.0, .squares_scale = 3.0},
      {.bounds = {3, 8}, .divisor = 3, .shift = 1, .sum_scale = 33.3, .squares_scale = 0.7},
      {.bounds = {-9, -2}, .divisor = 2, .shift = 2, .sum_scale = 10.0, .squares_scale = 10.0},
      {.bounds = {-20, 20}, .divisor = 5, .shift = 4, .sum_scale = 10.0, .squares_scale = 2.0},
  };
}

template <class MO>
void expect_kept() {
  for (const VarianceOptions& options : cases()) {
    const double worst = worst_ratio<MO>(options);
    EXPECT_LE(worst, 1.0 + rounding) << options.bounds.lower << ", shift " << options.shift;
    EXPECT_GE(worst, 0.85) << options.bounds.lower << ", shift " << options.shift;
  }
}

TEST(PrivacyOfVariance, keeps_the_map_under_max_divergence) { expect_kept<MaxDivergence>(); }
TEST(PrivacyOfVariance, keeps_the_map_under_zero_concentrated_divergence) {
  expect_kept<ZeroConcentratedDivergence>();
}

TEST(PrivacyOfVariance, attains_the_map_where_bounds_are_even) {
  EXPECT_GE(
      worst_ratio<MaxDivergence>(
          {.bounds = {-8, 8}, .divisor = 1, .shift = 0, .sum_scale = 10.0, .squares_scale = 2.0}),
      1.0 - rounding);
}

}  // namespace
}  // namespace scrim::private_variance_privacy_exact_test
