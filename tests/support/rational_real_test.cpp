#include "support/rational_real.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace scrim::rational_real_test {
namespace {

TEST(RationalReal, is_a_point_where_doubles_hold_the_value) {
  for (const double x : {0.0, 0.75, -3.0, 5e-324, 1e308}) {
    EXPECT_EQ(RationalReal(to_rational(x)).enclose(), Interval::point(x));
  }
}

TEST(RationalReal, has_neighbouring_ends_elsewhere) {
  const Interval third = RationalReal(Rational(1, 3)).enclose();
  EXPECT_LT(third.lo, third.hi);
  EXPECT_EQ(next_up(third.lo), third.hi);
  EXPECT_LT(to_rational(third.lo), Rational(1, 3));
  EXPECT_GT(to_rational(third.hi), Rational(1, 3));
}

TEST(RationalReal, encloses_what_no_double_reaches) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, 400);
  const Interval huge = RationalReal(Rational(power)).enclose();
  EXPECT_EQ(huge.lo, std::numeric_limits<double>::max());
  EXPECT_EQ(huge.hi, std::numeric_limits<double>::infinity());
  const Interval tiny = RationalReal(Rational(mpz_class(1), power)).enclose();
  EXPECT_EQ(tiny.lo, 0.0);
  EXPECT_EQ(tiny.hi, 5e-324);
}

TEST(RationalReal, narrows_with_precision) {
  RationalReal third(Rational(1, 3));
  for (const Precision precision : {64, 128, 1000}) {
    const BigInterval enclosure = third.enclose(precision);
    const BigInterval width = enclosure - enclosure;
    EXPECT_EQ(enclosure.precision(), precision);
    EXPECT_LE(width.upper_double(), std::ldexp(1.0, -precision));
  }
}

}  // namespace
}  // namespace scrim::rational_real_test
