#include "scrim/numbers/rational.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "scrim/errors/error.hpp"
#include "scrim/numbers/neighbours.hpp"
#include "support/edge_doubles.hpp"

namespace scrim {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(ToRational, is_exact) {
  EXPECT_EQ(to_rational(0.1), Rational("3602879701896397/36028797018963968"));
  EXPECT_EQ(to_rational(-0.75F), Rational(-3, 4));
  EXPECT_EQ(to_rational(0x1p-1074), 1 / Rational(mpz_class(1) << 1074));
  EXPECT_EQ(to_rational(std::numeric_limits<double>::max()),
            Rational(((mpz_class(1) << 53) - 1) << 971));
  EXPECT_EQ(to_rational(std::numeric_limits<std::int64_t>::min()),
            Rational("-9223372036854775808"));
  EXPECT_EQ(to_rational(~std::uint64_t{0}), Rational("18446744073709551615"));
  EXPECT_EQ(to_rational(std::int8_t{-128}), -128);
}

TEST(ToRational, refuses_what_is_not_a_number) {
  for (const double x : {infinity, -infinity, std::nan("")}) {
    EXPECT_THROW(static_cast<void>(to_rational(x)), Error);
    EXPECT_THROW(static_cast<void>(to_rational(static_cast<float>(x))), Error);
  }
}

/// Compares a double, possibly infinite, with a rational.
int order(double x, const Rational& exact) {
  if (std::isinf(x)) return x > 0 ? 1 : -1;
  return cmp(to_rational(x), exact);
}

void expect_directed(const Rational& exact) {
  const double up = to_double_up(exact);
  const double down = to_double_down(exact);
  EXPECT_GE(order(up, exact), 0) << exact;
  EXPECT_LT(order(next_down(up), exact), 0) << exact;
  EXPECT_LE(order(down, exact), 0) << exact;
  EXPECT_GT(order(next_up(down), exact), 0) << exact;
}

TEST(ToDouble, is_directed_at_and_around_every_edge) {
  const Rational tiny(1, mpz_class(1) << 1200);
  for (const double x : test::edge_doubles()) {
    const Rational exact = to_rational(x);
    EXPECT_EQ(to_double_up(exact), x);
    EXPECT_EQ(to_double_down(exact), x);
    for (const Rational& shifted : {Rational(exact + tiny), Rational(exact - tiny),
                                    Rational(exact * Rational(3, 7)), Rational(exact * 3)}) {
      expect_directed(shifted);
    }
  }
}

TEST(ToDouble, is_directed_for_random_fractions) {
  std::mt19937_64 generator(9);
  for (int i = 0; i < 20'000; ++i) {
    Rational x(to_rational(generator()).get_num(), to_rational(generator() | 1).get_num());
    x.canonicalize();
    const auto shift = static_cast<unsigned>(generator() % 1200);
    expect_directed(generator() % 2 == 0 ? Rational(x << shift) : Rational(-x >> shift));
  }
}

TEST(ToDouble, is_directed_far_beyond_the_doubles) {
  const Rational huge(mpz_class(1) << 100'000);
  EXPECT_EQ(to_double_up(huge), infinity);
  EXPECT_EQ(to_double_down(huge), std::numeric_limits<double>::max());
  EXPECT_EQ(to_double_up(-huge), -std::numeric_limits<double>::max());
  EXPECT_EQ(to_double_down(-huge), -infinity);
  EXPECT_EQ(to_double_up(1 / huge), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(to_double_down(1 / huge), 0.0);
}

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
  for (const double alpha : {-0.1, 1.5, infinity, std::nan("")}) {
    EXPECT_THROW(static_cast<void>(closest_fraction(alpha, 10)), Error);
  }
  EXPECT_THROW(static_cast<void>(closest_fraction(0.5, 0)), Error);
}

}  // namespace
}  // namespace scrim
