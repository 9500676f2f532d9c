#include "scrim/accounting/accountant.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <iostream>

namespace scrim::accountant_slow_test {
namespace {

double delta_of(const NoiseTarget& target, const PrivacyProfile& one) {
  PrivacyProfile all;
  all.add(one.sampled(target.rate), target.times);
  return all.delta(target.epsilon);
}

double gaussian_delta(const NoiseTarget& target, double sigma) {
  return delta_of(target, PrivacyProfile::of_gaussian(sigma, target.sensitivity));
}

double laplace_delta(const NoiseTarget& target, double scale) {
  return delta_of(target, PrivacyProfile::of_laplace(scale, target.sensitivity));
}

TEST(LeastNoise, of_many_samples_is_verified_and_hardly_more_than_enough) {
  for (const NoiseTarget& target :
       {NoiseTarget{.epsilon = 1.0, .delta = 1e-6, .times = 1000, .rate = 0.01},
        NoiseTarget{.epsilon = 0.3, .delta = 1e-9, .sensitivity = 3, .times = 17, .rate = 1.0 / 3},
        NoiseTarget{.epsilon = 5.0, .delta = 0.01, .times = 100'000, .rate = 0.001}}) {
    const double sigma = least_gaussian_sigma(target);
    EXPECT_LE(gaussian_delta(target, sigma), target.delta);
    EXPECT_GT(gaussian_delta(target, sigma * (1 - 0x1p-15)), target.delta);
  }
  const NoiseTarget target{.epsilon = 1.0, .delta = 1e-6, .times = 1000, .rate = 0.01};
  const double scale = least_laplace_scale(target);
  EXPECT_LE(laplace_delta(target, scale), target.delta);
  EXPECT_GT(laplace_delta(target, scale * (1 - 0x1p-15)), target.delta);
}

// A few answers of the accountant, and rough ones: it was some ten answers.
TEST(LeastNoise, of_many_samples_takes_a_few_answers) {
  const auto seconds_of = [](const auto& compute) {
    const std::clock_t start = std::clock();  // of computing: others may use the machine too
    compute();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  const NoiseTarget target{.epsilon = 1.0, .delta = 1e-6, .times = 1000, .rate = 0.01};
  double sigma = 0;
  const double search = seconds_of([&] { sigma = least_gaussian_sigma(target); });
  const double answer = seconds_of([&] { (void)gaussian_delta(target, sigma); });
  std::cout << "the least sigma in " << search << " s of computing, an answer in " << answer
            << " s\n";
  EXPECT_LT(search, 8 * answer);
}

TEST(LeastNoise, of_samples_is_found_for_the_least_deltas) {
  const NoiseTarget target{.epsilon = 3.0, .delta = 1e-60, .times = 4, .rate = 0.25};
  const double sigma = least_gaussian_sigma(target);
  EXPECT_LE(gaussian_delta(target, sigma), target.delta);
}

}  // namespace
}  // namespace scrim::accountant_slow_test
