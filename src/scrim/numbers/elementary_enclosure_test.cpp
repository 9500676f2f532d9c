#include "scrim/numbers/elementary_enclosure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/elementary_tables.hpp"
#include "support/edge_doubles.hpp"
#include "support/elementary_reference.hpp"

namespace scrim::elementary_enclosure_test {
namespace {

using test::encloses_exp_minus;
using test::Reference;
using test::relative_width;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least = std::numeric_limits<double>::denorm_min();

TEST(ElementaryTables, constants_are_what_their_formulas_say) {
  BigFloat exact(400);
  BigFloat high(400);
  const auto expect_split = [&](double expected_high, double expected_low) {
    mpfr_mul_2si(high.get(), exact.get(), 42, MPFR_RNDN);
    mpfr_rint(high.get(), high.get(), MPFR_RNDN);
    mpfr_div_2si(high.get(), high.get(), 42, MPFR_RNDN);
    EXPECT_EQ(mpfr_get_d(high.get(), MPFR_RNDN), expected_high);
    mpfr_sub(exact.get(), exact.get(), high.get(), MPFR_RNDN);
    EXPECT_EQ(mpfr_get_d(exact.get(), MPFR_RNDN), expected_low);
  };

  mpfr_const_log2(exact.get(), MPFR_RNDN);
  mpfr_div_ui(exact.get(), exact.get(), 64, MPFR_RNDN);
  expect_split(detail::ln2_over_64_high, detail::ln2_over_64_low);
  mpfr_const_log2(exact.get(), MPFR_RNDN);
  mpfr_ui_div(exact.get(), 64, exact.get(), MPFR_RNDN);
  EXPECT_EQ(mpfr_get_d(exact.get(), MPFR_RNDN), detail::inverse_ln2_over_64);

  for (std::size_t j = 0; j < detail::power_of_two_table.size(); ++j) {
    mpfr_set_d(exact.get(), -static_cast<double>(j) / 64, MPFR_RNDN);
    mpfr_exp2(exact.get(), exact.get(), MPFR_RNDN);
    EXPECT_EQ(mpfr_get_d(exact.get(), MPFR_RNDN), detail::power_of_two_table[j]) << j;
  }
}

TEST(ExpMinus, encloses_at_random_points_up_to_708) {
  std::mt19937_64 generator(13);
  for (int i = 0; i < 100'000; ++i)
    ASSERT_TRUE(encloses_exp_minus(708 * test::random_fraction(generator)));
}

TEST(ExpMinus, encloses_at_random_points_of_all_magnitudes) {
  std::mt19937_64 generator(14);
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_TRUE(encloses_exp_minus(
        std::ldexp(1 + test::random_fraction(generator), 10 - static_cast<int>(generator() % 70))));
  }
  for (int i = 0; i < 20'000; ++i) {
    ASSERT_TRUE(encloses_exp_minus(std::abs(test::random_finite_double(generator))));
  }
}

TEST(ExpMinus, encloses_where_the_reduction_changes_its_integer) {
  for (int k = 0; k < 65'375; k += 7) {
    const double x = (k + 0.5) * detail::ln2_over_64_high;
    for (const double t : {next_down(x), x, next_up(x)}) ASSERT_TRUE(encloses_exp_minus(t));
  }
}

TEST(ExpMinus, encloses_at_the_edges) {
  for (const double x : test::edge_doubles()) ASSERT_TRUE(encloses_exp_minus(std::abs(x)));
  for (const double x : {0x1.62p9, 707.999, 708.0, next_up(708.0), 745.2, 1e5})
    ASSERT_TRUE(encloses_exp_minus(x));
}

TEST(ExpMinus, contains_one_at_zero_and_nothing_above) {
  for (const double zero : {0.0, -0.0}) {
    const Interval enclosure = exp_minus(Interval::point(zero));
    EXPECT_EQ(enclosure.hi, 1.0);
    EXPECT_GE(enclosure.lo, 1 - 0x1p-48);
  }
}

TEST(ExpMinus, encloses_the_images_of_intervals) {
  std::mt19937_64 generator(15);
  Reference reference;
  for (int i = 0; i < 30'000; ++i) {
    const double lo = 700 * test::random_fraction(generator) * test::random_fraction(generator);
    const double width = std::ldexp(test::random_fraction(generator), 8 - i % 70);
    const Interval x{lo, lo + width};
    const Interval enclosure = exp_minus(x);
    ASSERT_TRUE(reference.exp_minus(x.lo).is_in(enclosure)) << std::hexfloat << x.lo;
    ASSERT_TRUE(reference.exp_minus(x.hi).is_in(enclosure)) << std::hexfloat << x.hi;
    ASSERT_TRUE(reference.exp_minus(x.lo + (x.hi - x.lo) / 3).is_in(enclosure));
    ASSERT_LE(relative_width(enclosure), 0x1p-48 + (x.hi - x.lo) * (1 + 0x1p-20));
  }
}

TEST(ExpMinus, encloses_the_images_of_wide_and_unbounded_intervals) {
  EXPECT_EQ(exp_minus({0, infinity}), (Interval{0, 1}));
  EXPECT_EQ(exp_minus({infinity, infinity}), (Interval{0, 0x1p-1020}));
  EXPECT_EQ(exp_minus({0, 709}).lo, 0.0);
  const Interval x = exp_minus({1, 700});
  EXPECT_TRUE(Reference().exp_minus(1).is_in(x));
  EXPECT_TRUE(Reference().exp_minus(700).is_in(x));
  EXPECT_GT(x.lo, 0.0);
}

TEST(ExpMinus, takes_an_enclosure_of_a_small_number_that_reaches_below_zero) {
  const Interval x = exp_minus({-least, 0x1p-40});
  EXPECT_EQ(x.hi, 1.0);
  EXPECT_TRUE(Reference().exp_minus(0x1p-40).is_in(x));
}

TEST(ExpMinus, widens_by_the_extra_margin) {
  for (const double x : {0.1, 3.0, 50.0, 707.0}) {
    const Interval tight = exp_minus(Interval::point(x));
    const Interval wide = exp_minus(Interval::point(x), 0x1p-4);
    EXPECT_LT(wide.lo, tight.lo * (1 - 0x1p-5));
    EXPECT_GT(wide.hi, std::min(tight.hi * (1 + 0x1p-5), 0x1.fp-1));
  }
  EXPECT_EQ(exp_minus(Interval::point(1.0), 1.0).lo, 0.0);
}

}  // namespace
}  // namespace scrim::elementary_enclosure_test
