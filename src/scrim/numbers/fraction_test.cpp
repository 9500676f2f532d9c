#include "scrim/numbers/fraction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>

#include "scrim/errors/error.hpp"
#include "scrim/numbers/rational.hpp"
#include "support/edge_doubles.hpp"

namespace scrim::fraction_test {
namespace {

TEST(ClosestFraction, finds_the_fraction_that_a_decimal_stands_for) {
  EXPECT_EQ(closest_fraction(0.1, 10'000), (Fraction{1, 10}));
  EXPECT_EQ(closest_fraction(0.25, 10'000), (Fraction{1, 4}));
  EXPECT_EQ(closest_fraction(0.5, 10'000), (Fraction{1, 2}));
  EXPECT_EQ(closest_fraction(1.0 / 3, 10'000), (Fraction{1, 3}));
  EXPECT_EQ(closest_fraction(0.3333, 10'000), (Fraction{3333, 10'000}));
  EXPECT_EQ(closest_fraction(0.0, 10'000), (Fraction{0, 1}));
  EXPECT_EQ(closest_fraction(-0.0, 10'000), (Fraction{0, 1}));
  EXPECT_EQ(closest_fraction(1.0, 10'000), (Fraction{1, 1}));
  EXPECT_EQ(closest_fraction(1.0, 1), (Fraction{1, 1}));
  EXPECT_EQ(closest_fraction(0.999, 10'000), (Fraction{999, 1000}));
  EXPECT_EQ(closest_fraction(std::numbers::pi / 4, 500), (Fraction{355, 452}));
}

TEST(ClosestFraction, finds_every_decimal_of_four_places) {
  for (std::uint64_t i = 0; i <= 10'000; ++i) {
    const std::uint64_t divisor = std::gcd(i, std::uint64_t{10'000});
    EXPECT_EQ(closest_fraction(static_cast<double>(i) / 10'000, 10'000),
              (Fraction{i / divisor, 10'000 / divisor}));
  }
}

TEST(ClosestFraction, is_zero_or_one_step_from_it_for_tiny_numbers) {
  EXPECT_EQ(closest_fraction(0x1p-1074, 10'000), (Fraction{0, 1}));
  EXPECT_EQ(closest_fraction(0.00006, 10'000), (Fraction{1, 10'000}));
  EXPECT_EQ(closest_fraction(0.00004, 10'000), (Fraction{0, 1}));
  EXPECT_EQ(closest_fraction(1 - 0x1p-53, 10'000), (Fraction{1, 1}));
  EXPECT_EQ(closest_fraction(0x1p-60, ~std::uint64_t{0}), (Fraction{1, 1ULL << 60}));
}

TEST(ClosestFraction, takes_the_smaller_denominator_of_two_equally_close) {
  // Halfway between 0/1 and 1/4, between 1/4 and 1/2, between 1/2 and 1/1.
  EXPECT_EQ(closest_fraction(0.125, 4), (Fraction{0, 1}));
  EXPECT_EQ(closest_fraction(0.375, 2), (Fraction{1, 2}));
  EXPECT_EQ(closest_fraction(0.75, 2), (Fraction{1, 1}));
  EXPECT_EQ(closest_fraction(0.25, 2), (Fraction{0, 1}));
  EXPECT_EQ(closest_fraction(0.5, 1), (Fraction{0, 1}));
}

Fraction closest_by_enumeration(double alpha, std::uint64_t max_den) {
  const Rational x = to_rational(alpha);
  Fraction best{0, 1};
  Rational best_distance = x;
  for (std::uint64_t den = 1; den <= max_den; ++den) {
    const auto floor = static_cast<std::uint64_t>(alpha * static_cast<double>(den));
    for (std::uint64_t num = floor == 0 ? 0 : floor - 1; num <= floor + 2 && num <= den; ++num) {
      Rational candidate(num, den);
      candidate.canonicalize();
      const Rational distance = abs(Rational(candidate - x));
      if (distance < best_distance) {
        best_distance = distance;
        best = {num, den};
      }
    }
  }
  return best;
}

TEST(ClosestFraction, agrees_with_the_enumeration_of_all_denominators) {
  std::mt19937_64 generator(10);
  for (int i = 0; i < 1'500; ++i) {
    const std::uint64_t max_den = 1 + generator() % 200;
    const double alpha = test::random_fraction(generator);
    EXPECT_EQ(closest_fraction(alpha, max_den), closest_by_enumeration(alpha, max_den))
        << alpha << ' ' << max_den;
  }
}

TEST(ClosestFraction, agrees_with_the_enumeration_where_ties_are) {
  for (std::uint64_t max_den = 1; max_den <= 40; ++max_den) {
    for (int i = 0; i <= 256; ++i) {
      const double alpha = i / 256.0;
      EXPECT_EQ(closest_fraction(alpha, max_den), closest_by_enumeration(alpha, max_den))
          << alpha << ' ' << max_den;
    }
  }
}

TEST(ClosestFraction, refuses_what_is_not_a_proportion) {
  for (const double alpha : {-0.1, 1.5, std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_THROW(static_cast<void>(closest_fraction(alpha, 10)), Error);
  }
  EXPECT_THROW(static_cast<void>(closest_fraction(0.5, 0)), Error);
}

}  // namespace
}  // namespace scrim::fraction_test
