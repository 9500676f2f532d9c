// The law of a noisy count of a sample, exactly, against what is charged for it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "scrim/combinators/sample/make_sample.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/count/make_count.hpp"
#include "support/by_definition/integer_noise_laws.hpp"
#include "support/law_divergence.hpp"

namespace scrim::make_sample_exact_test {
namespace {

using test::defined;
using Law = std::vector<BigInterval>;

constexpr std::size_t most_rows = 4;

/// Of the number of rows that are taken of n, under Laplace noise: built row by row.
Law law_of_sampled_count(std::size_t n, const Rational& rate, double scale) {
  std::vector<Rational> taken{1};
  for (std::size_t row = 0; row < n; ++row) {
    std::vector<Rational> next(taken.size() + 1, 0);
    for (std::size_t k = 0; k < taken.size(); ++k) {
      next[k] += (1 - rate) * taken[k];
      next[k + 1] += rate * taken[k];
    }
    taken = next;
  }
  // What lies beyond both ends has the ratios of the ends: the noise falls geometrically.
  constexpr std::int64_t first = -1;
  constexpr std::int64_t last = most_rows + 1;
  Law law;
  for (std::int64_t y = first; y <= last; ++y) {
    BigInterval mass = defined(0);
    for (std::size_t k = 0; k < taken.size(); ++k) {
      const auto distance = static_cast<std::uint64_t>(std::abs(y - static_cast<std::int64_t>(k)));
      mass = mass + defined(taken[k]) * test::laplace_probability(to_rational(scale), distance);
    }
    law.push_back(mass);
  }
  return law;
}

TEST(SampledCount, loses_at_most_what_is_charged_and_just_that_in_the_worst_case) {
  for (const double scale : {0.5, 7.0 / 5.0, 10.0}) {
    for (const Fraction rate : {Fraction{1, 10}, Fraction{1, 3}, Fraction{7, 9}}) {
      const Rational exact_rate = Rational(rate.num) / Rational(rate.den);
      const auto sampled =
          make_sample(Space{vector_domain<double>(), SymmetricDistance{}} >> then_count() >>
                          then_laplace(MaxDivergence{}, {.scale = scale}),
                      rate);
      std::vector<Law> laws;
      for (std::size_t n = 0; n <= most_rows; ++n) {
        laws.push_back(law_of_sampled_count(n, exact_rate, scale));
      }
      double worst = 0.0;
      for (std::size_t n = 0; n <= most_rows; ++n) {
        for (std::size_t other = 0; other < n; ++other) {
          const auto d_in = static_cast<std::uint32_t>(n - other);
          const auto range = test::loss_range(laws[n], laws[other]);
          const double loss = std::max(range.highest, -range.lowest);
          EXPECT_LE(loss, sampled.map(d_in) * (1 + 1e-12)) << other << " and " << n << " rows";
          worst = std::max(worst, loss / sampled.map(d_in));
        }
      }
      EXPECT_NEAR(worst, 1.0, 1e-9);
    }
  }
}

}  // namespace
}  // namespace scrim::make_sample_exact_test
