#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "scrim/numbers/uint128.hpp"
#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"

namespace scrim::quantile_count_limit_test {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

// Computed in 128 bits: a product that wrapped in 64 would agree with another one that did.
TEST(QuantileCountLimit, is_the_largest_count_whose_product_with_den_fits) {
  for (const std::uint64_t den :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{9'999},
        std::uint64_t{10'000}, most / 2, most - 1, most}) {
    const auto limit = static_cast<uint128>(quantile_count_limit(Fraction{1, den}));
    EXPECT_LE(limit * den, static_cast<uint128>(most)) << den;
    EXPECT_GT((limit + 1) * den, static_cast<uint128>(most)) << den;
  }
}

// Near the limit is where a product would wrap: one row must still move a score by one step.
TEST(QuantileScore, moves_by_one_step_a_row_up_to_the_limit_and_stays_there) {
  for (const Fraction alpha :
       {Fraction{0, 1}, Fraction{1, 2}, Fraction{1, 3}, Fraction{1, 10'000}, Fraction{7, 9'999}}) {
    const std::uint64_t limit = quantile_count_limit(alpha);
    const std::uint64_t step = alpha.den - alpha.num;
    const auto score = [&](std::uint64_t below) { return quantile_score(alpha, limit, below, 0); };
    for (std::uint64_t below = limit - 3; below < limit; ++below) {
      EXPECT_EQ(score(below + 1) - score(below), step) << alpha.num << "/" << alpha.den;
    }
    EXPECT_GE(score(limit), score(limit - 1));
    EXPECT_EQ(score(most), score(limit));
  }
}

}  // namespace
}  // namespace scrim::quantile_count_limit_test
