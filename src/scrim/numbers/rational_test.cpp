#include "scrim/numbers/rational.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scrim/errors/error.hpp"
#include "scrim/numbers/neighbours.hpp"
#include "support/edge_doubles.hpp"

namespace scrim::rational_test {
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

}  // namespace
}  // namespace scrim::rational_test
