// Samplers on real entropy against their laws, at a level of 1e-9 each; and against laws that are
// off by 1% in one cell, which must be rejected.
#include <gtest/gtest.h>

#include <string>

#include "scrim/entropy/secure_generator.hpp"
#include "support/fit_experiments.hpp"

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

}  // namespace
}  // namespace scrim
