#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "scrim/samplers/bernoulli.hpp"
#include "support/seeded_stream.hpp"

namespace scrim {
namespace {

using test::SeededStream;

constexpr double limit = 5.0;

double score(std::size_t successes, std::size_t trials, double p) {
  const double n = static_cast<double>(trials);
  return (static_cast<double>(successes) - n * p) / std::sqrt(n * p * (1 - p));
}

TEST(SampleBernoulliStatistics, fit_p_and_reject_a_p_that_is_one_percent_off) {
  SeededStream stream(7101);
  for (const Fraction p : {Fraction{1, 3}, Fraction{7, 50}, Fraction{3, 10}, Fraction{1, 30},
                           Fraction{12, 30}, Fraction{3'000'001, 6'000'003}}) {
    const double law = static_cast<double>(p.num) / static_cast<double>(p.den);
    const auto trials = static_cast<std::size_t>(640'000 * (1 - law) / law);
    std::size_t successes = 0;
    for (std::size_t i = 0; i < trials; ++i) successes += sample_bernoulli(p, stream) ? 1 : 0;
    EXPECT_LT(std::abs(score(successes, trials, law)), limit) << p.num << "/" << p.den;
    EXPECT_LT(score(successes, trials, 1.01 * law), -limit) << p.num << "/" << p.den;
    EXPECT_GT(score(successes, trials, 0.99 * law), limit) << p.num << "/" << p.den;
  }
}

}  // namespace
}  // namespace scrim
