// Samplers on real entropy against their laws, at a level of 1e-9 each; and against laws that are
// off by 1% in one cell, which must be rejected.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "scrim/entropy/secure_generator.hpp"
#include "scrim/samplers/discrete_gaussian.hpp"
#include "scrim/samplers/discrete_laplace.hpp"
#include "support/fit_experiments.hpp"
#include "support/noise_cells.hpp"

namespace scrim {
namespace {

using test::entropy_lane;
using test::expect_fit;

TEST(UniformBelowOnRealEntropy, fits_its_law) {
  for (const std::uint64_t n : {3U, 7U, 10U}) {
    expect_fit(test::uniform_below_experiment(n, entropy::thread_source(), entropy_lane),
               entropy_lane, std::to_string(n));
  }
}

TEST(BernoulliExpOnRealEntropy, fits_its_law_in_pairs) {
  for (const char* text : {"7/5", "30/14", "1/8"}) {
    Rational x(text);
    x.canonicalize();
    expect_fit(test::bernoulli_exp_experiment(x, entropy::thread_source(), entropy_lane),
               entropy_lane, text);
  }
}

TEST(ExponentialOnRealEntropy, fits_its_law) {
  expect_fit(test::exponential_experiment(entropy::thread_source(), entropy_lane), entropy_lane,
             "exponential");
}

TEST(GumbelOnRealEntropy, fits_its_law) {
  expect_fit(test::gumbel_experiment(entropy::thread_source(), entropy_lane), entropy_lane,
             "gumbel");
}

struct NoiseCase {
  Rational scale;
  std::int64_t width;
};

/// The last of them is so large that fast samplers draw its low digits apart.
const std::vector<NoiseCase>& noise_cases() {
  static const std::vector<NoiseCase> cases{
      {Rational(7, 5), 1}, {Rational(10), 4}, {Rational(3'000'001, 3), 400'000}};
  return cases;
}

/// As single draws are made, and as many are.
template <class Single, class Bulk, class Law>
void expect_noise_fits(const Single& single, const Bulk& bulk, std::int64_t width, const Law& law,
                       const std::string& what) {
  const test::NoiseCells cells{width, 5};
  const auto expect = [&](const auto& sampler, const std::string& how) {
    expect_fit(
        test::noise_experiment(sampler, cells, law(cells), entropy::thread_source(), entropy_lane),
        entropy_lane, what + how);
  };
  expect(single, ", single draws");
  bulk.visit([&](const auto& sampler) { expect(sampler, ", many draws"); });
}

TEST(DiscreteLaplaceOnRealEntropy, fits_its_law) {
  for (const auto& [scale, width] : noise_cases()) {
    const double in_doubles = scale.get_d();
    expect_noise_fits(
        DiscreteLaplace<>(scale), BulkLaplace(scale), width,
        [&](const test::NoiseCells& cells) { return cells.laplace_law(in_doubles); },
        scale.get_str());
  }
}

TEST(DiscreteGaussianOnRealEntropy, fits_its_law) {
  for (const auto& [scale, width] : noise_cases()) {
    const Rational variance = scale * scale;
    const double in_doubles = scale.get_d();
    expect_noise_fits(
        DiscreteGaussian<>(variance), BulkGaussian(variance), width,
        [&](const test::NoiseCells& cells) { return cells.gaussian_law(in_doubles); },
        scale.get_str());
  }
}

}  // namespace
}  // namespace scrim
