// The worst loss between values, from the law of the answers, beside what the map charges.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/measurements/randomised_response/make_randomised_response.hpp"
#include "scrim/samplers/response.hpp"
#include "support/by_definition/integer_noise_laws.hpp"
#include "support/law_divergence.hpp"

namespace scrim::randomised_response_privacy_exact_test {
namespace {

using test::defined;
using test::divergence;

/// The laws of all categories, and of a value that is none.
std::vector<std::vector<BigInterval>> all_laws(const TruthProbability& probability, std::size_t k) {
  const BigInterval p = probability.enclose(test::definition_precision);
  const BigInterval r = (defined(1) - p) / defined(Rational(k - 1));
  std::vector<std::vector<BigInterval>> laws(k, std::vector<BigInterval>(k, r));
  for (std::size_t truth = 0; truth < k; ++truth) laws[truth][truth] = p;
  laws.emplace_back(k, defined(Rational(1) / Rational(k)));
  return laws;
}

void expect_tight(const ResponseOptions& options, const TruthProbability& probability,
                  std::size_t k) {
  std::vector<int> categories;
  for (std::size_t i = 0; i < k; ++i) categories.push_back(static_cast<int>(i));
  const double charged = make_randomised_response(atom_domain<int>(), DiscreteDistance{},
                                                  MaxDivergence{}, categories, options)
                             .map(1);
  double worst = 0.0;
  const auto laws = all_laws(probability, k);
  for (const auto& law : laws) {
    for (const auto& other : laws) {
      worst = std::max(worst, divergence(MaxDivergence{}, law, other, 0));
    }
  }
  EXPECT_LE(worst, std::nextafter(charged, 1e9) + 1e-100);
  EXPECT_GE(worst, charged * (1.0 - 1e-15) - 1e-100);
}

TEST(RandomisedResponsePrivacy, is_its_epsilon) {
  for (const double epsilon : {0.0, 1e-9, 7.0 / 5.0, 10.0}) {
    for (const std::size_t k : {2U, 3U, 10U}) {
      SCOPED_TRACE(testing::Message() << epsilon << ", " << k);
      expect_tight({.epsilon = epsilon}, TruthProbability::from_epsilon(epsilon, k - 1), k);
    }
  }
}

TEST(RandomisedResponsePrivacy, is_the_logarithm_of_the_odds) {
  for (const Fraction keep : {Fraction{1, 2}, Fraction{2, 3}, Fraction{999'999, 1'000'000}}) {
    for (const std::size_t k : {2U, 3U, 10U}) {
      SCOPED_TRACE(testing::Message() << keep.num << "/" << keep.den << ", " << k);
      expect_tight({.keep = keep}, TruthProbability::from_fraction(keep), k);
    }
  }
}

}  // namespace
}  // namespace scrim::randomised_response_privacy_exact_test
