#include "scrim/numbers/big_interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <thread>

#include "support/edge_doubles.hpp"

namespace scrim::big_interval_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double max = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();
constexpr Precision working = 128;
constexpr Precision reference = 2000;

bool is_valid(const BigInterval& x) {
  return mpfr_lessequal_p(x.lower().get(), x.upper().get()) != 0;
}

bool is_within(const BigInterval& inner, const BigInterval& outer) {
  return mpfr_lessequal_p(outer.lower().get(), inner.lower().get()) != 0 &&
         mpfr_lessequal_p(inner.upper().get(), outer.upper().get()) != 0;
}

/// Whether an MPFR value lies in the enclosure.
bool contains(const BigInterval& x, const BigFloat& value) {
  return mpfr_lessequal_p(x.lower().get(), value.get()) != 0 &&
         mpfr_lessequal_p(value.get(), x.upper().get()) != 0;
}

/// Whether the ends are at most 2^bits steps of the precision apart, at points away from zero.
bool is_narrow(const BigInterval& x, int bits) {
  BigFloat width(64);
  BigFloat scale(64);
  mpfr_sub(width.get(), x.upper().get(), x.lower().get(), MPFR_RNDU);
  mpfr_abs(scale.get(), x.upper().get(), MPFR_RNDU);
  mpfr_mul_2si(scale.get(), scale.get(), bits - x.precision(), MPFR_RNDU);
  return mpfr_lessequal_p(width.get(), scale.get()) != 0;
}

using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

BigFloat exactly(Binary function, double a, double b) {
  BigFloat x(53);
  BigFloat y(53);
  BigFloat out(reference);
  mpfr_set_d(x.get(), a, MPFR_RNDN);
  mpfr_set_d(y.get(), b, MPFR_RNDN);
  function(out.get(), x.get(), y.get(), MPFR_RNDN);
  return out;
}

TEST(BigInterval, points_enclose_their_number_at_any_precision) {
  for (const Precision precision : {2, 24, 52, 53, 64, 300}) {
    for (const double x : test::edge_doubles()) {
      const BigInterval point = BigInterval::point(precision, x);
      EXPECT_LE(mpfr_cmp_d(point.lower().get(), x), 0);
      EXPECT_GE(mpfr_cmp_d(point.upper().get(), x), 0);
      if (precision >= 53) {
        EXPECT_EQ(point.lower_double(), x);
        EXPECT_EQ(point.upper_double(), x);
      }
    }
    for (const std::int64_t x : {std::numeric_limits<std::int64_t>::min(),
                                 std::numeric_limits<std::int64_t>::max(), std::int64_t{0}}) {
      const BigInterval point = BigInterval::point(precision, x);
      EXPECT_LE(mpfr_cmp_si(point.lower().get(), x), 0);
      EXPECT_GE(mpfr_cmp_si(point.upper().get(), x), 0);
      EXPECT_EQ(mpfr_equal_p(point.lower().get(), point.upper().get()) != 0,
                precision >= 63 || x <= 0);
    }
    const BigInterval largest = BigInterval::point(precision, ~std::uint64_t{0});
    EXPECT_LE(mpfr_cmp_ui(largest.lower().get(), ~std::uint64_t{0}), 0);
    EXPECT_GE(mpfr_cmp_ui(largest.upper().get(), ~std::uint64_t{0}), 0);
    const BigInterval third = BigInterval::point(precision, Rational(1, 3));
    EXPECT_LT(mpfr_cmp_q(third.lower().get(), Rational(1, 3).get_mpq_t()), 0);
    EXPECT_GT(mpfr_cmp_q(third.upper().get(), Rational(1, 3).get_mpq_t()), 0);
  }
  EXPECT_EQ(BigInterval::point(64, 7).lower_double(), 7.0);
  EXPECT_EQ(BigInterval::point(64, std::uint8_t{200}).upper_double(), 200.0);
}

TEST(BigInterval, a_nan_point_is_the_whole_line) {
  const BigInterval x = BigInterval::point(64, std::nan(""));
  EXPECT_EQ(x.lower_double(), -infinity);
  EXPECT_EQ(x.upper_double(), infinity);
}

TEST(BigInterval, from_bits_reads_words_from_the_most_significant) {
  const std::uint64_t words[] = {0x8000000000000000, 0x4000000000000000};
  const BigInterval one = BigInterval::from_bits(std::span(words, 1));
  EXPECT_EQ(one.lower_double(), 0.5);
  EXPECT_EQ(
      mpfr_cmp_q(one.upper().get(), Rational(Rational(1, 2) + (Rational(1) >> 64)).get_mpq_t()), 0);
  const BigInterval two = BigInterval::from_bits(words);
  const Rational head = Rational(1, 2) + (Rational(1) >> 66);
  EXPECT_EQ(mpfr_cmp_q(two.lower().get(), head.get_mpq_t()), 0);
  EXPECT_EQ(mpfr_cmp_q(two.upper().get(), Rational(head + (Rational(1) >> 128)).get_mpq_t()), 0);
  EXPECT_EQ(two.precision(), 128);
  EXPECT_TRUE(is_within(two, one));
}

TEST(BigInterval, from_bits_reaches_zero_and_one) {
  const BigInterval none = BigInterval::from_bits({});
  EXPECT_EQ(none.lower_double(), 0.0);
  EXPECT_EQ(none.upper_double(), 1.0);
  const std::uint64_t ones[] = {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}};
  EXPECT_EQ(mpfr_cmp_ui(BigInterval::from_bits(ones).upper().get(), 1), 0);
  EXPECT_LT(mpfr_cmp_ui(BigInterval::from_bits(ones).lower().get(), 1), 0);
  const std::uint64_t zeros[] = {0, 0};
  EXPECT_EQ(BigInterval::from_bits(zeros).lower_double(), 0.0);
  EXPECT_EQ(BigInterval::from_bits(zeros).upper_double(), 0x1p-128);
}

void check_operations(double a, double b) {
  const BigInterval x = BigInterval::point(working, a);
  const BigInterval y = BigInterval::point(working, b);
  const BigInterval sum = x + y;
  const BigInterval difference = x - y;
  const BigInterval product = x * y;
  EXPECT_TRUE(contains(sum, exactly(mpfr_add, a, b))) << a << " + " << b;
  EXPECT_TRUE(contains(difference, exactly(mpfr_sub, a, b))) << a << " - " << b;
  EXPECT_TRUE(contains(product, exactly(mpfr_mul, a, b))) << a << " * " << b;
  EXPECT_TRUE(is_narrow(product, 1));
  if (b != 0) {
    const BigInterval quotient = x / y;
    EXPECT_TRUE(contains(quotient, exactly(mpfr_div, a, b))) << a << " / " << b;
    EXPECT_TRUE(is_narrow(quotient, 1));
  }
}

TEST(BigInterval, operations_enclose_a_computation_of_2000_bits) {
  for (const double a : test::edge_doubles()) {
    for (const double b : test::edge_doubles()) check_operations(a, b);
  }
  std::mt19937_64 generator(20);
  for (int i = 0; i < 3'000; ++i) {
    check_operations(test::random_finite_double(generator), test::random_finite_double(generator));
  }
}

/// An interval of positive width between two doubles, as a sum of points and scaled bits.
BigInterval between(double lo, double hi) {
  const BigInterval unit = BigInterval::from_bits({});
  const BigInterval width = BigInterval::point(reference, hi) - BigInterval::point(reference, lo);
  return BigInterval::point(reference, lo) + unit * width;
}

TEST(BigInterval, operations_enclose_the_results_on_all_members) {
  const double ends[] = {-3.5, -1.0, -0x1p-70, 0.0, 0x1p-70, 1.0, 2.75};
  for (const double a : ends) {
    for (const double b : ends) {
      for (const double c : ends) {
        for (const double d : ends) {
          if (a > b || c > d) continue;
          const BigInterval x = between(a, b);
          const BigInterval y = between(c, d);
          for (const BigInterval& z : {x + y, x - y, x * y, x / y}) EXPECT_TRUE(is_valid(z));
          for (const double s : {a, b, a / 2 + b / 2}) {
            for (const double t : {c, d, c / 2 + d / 2}) {
              EXPECT_TRUE(contains(x + y, exactly(mpfr_add, s, t)));
              EXPECT_TRUE(contains(x - y, exactly(mpfr_sub, s, t)));
              EXPECT_TRUE(contains(x * y, exactly(mpfr_mul, s, t)));
              if (t != 0) {
                EXPECT_TRUE(contains(x / y, exactly(mpfr_div, s, t)));
              }
            }
          }
        }
      }
    }
  }
}

TEST(BigInterval, functions_enclose_a_computation_of_2000_bits) {
  std::mt19937_64 generator(21);
  BigFloat value(reference);
  for (int i = 0; i < 1'000; ++i) {
    const double x = std::ldexp(test::random_fraction(generator) + 0x1p-54, i % 60 - 40);
    mpfr_set_d(value.get(), -x, MPFR_RNDN);
    mpfr_exp(value.get(), value.get(), MPFR_RNDN);
    const BigInterval exponential = exp(-BigInterval::point(working, x));
    EXPECT_TRUE(contains(exponential, value)) << x;
    EXPECT_TRUE(is_narrow(exponential, 1));
    mpfr_set_d(value.get(), x, MPFR_RNDN);
    mpfr_log(value.get(), value.get(), MPFR_RNDN);
    const BigInterval logarithm = ln(BigInterval::point(working, x));
    EXPECT_TRUE(contains(logarithm, value)) << x;
  }
}

TEST(BigInterval, roots_and_the_error_function_enclose_a_computation_of_2000_bits) {
  std::mt19937_64 generator(23);
  BigFloat value(reference);
  for (int i = 0; i < 200; ++i) {
    const double x = std::ldexp(test::random_fraction(generator) + 0x1p-54, i % 24 - 18);
    mpfr_set_d(value.get(), x, MPFR_RNDN);
    mpfr_sqrt(value.get(), value.get(), MPFR_RNDN);
    const BigInterval root = sqrt(BigInterval::point(working, x));
    EXPECT_TRUE(contains(root, value)) << x;
    EXPECT_TRUE(is_narrow(root, 1));
    for (const double sign : {1.0, -1.0}) {
      mpfr_set_d(value.get(), sign * x, MPFR_RNDN);
      mpfr_erfc(value.get(), value.get(), MPFR_RNDN);
      const BigInterval tail = erfc(BigInterval::point(working, sign * x));
      EXPECT_TRUE(contains(tail, value)) << sign * x;
      EXPECT_TRUE(is_narrow(tail, 2)) << sign * x;
    }
  }
  mpfr_const_pi(value.get(), MPFR_RNDN);
  EXPECT_TRUE(contains(BigInterval::pi(working), value));
  EXPECT_TRUE(is_narrow(BigInterval::pi(working), 1));
}

TEST(BigInterval, the_error_function_of_an_enclosure_encloses_that_of_its_members) {
  for (const double lo : {-3.0, -0.5, 0.0, 0.25, 1.0, 8.0, 30.0}) {
    for (const double width : {0x1p-60, 0x1p-10, 0.3, 2.0}) {
      const BigInterval x =
          hull(BigInterval::point(working, lo), BigInterval::point(working, lo + width));
      const BigInterval tail = erfc(x);
      EXPECT_TRUE(is_valid(tail));
      EXPECT_GE(tail.lower_double(), 0.0);
      for (int i = 0; i <= 8; ++i) {
        const double member = lo + width * (i / 8.0);
        EXPECT_TRUE(is_within(erfc(BigInterval::point(400, member)), tail)) << member;
      }
    }
  }
  const BigInterval unbounded = erfc(BigInterval::point(working, infinity));
  EXPECT_EQ(unbounded.lower_double(), 0.0);
}

TEST(BigInterval, a_hull_reaches_both) {
  const BigInterval both =
      hull(BigInterval::point(working, 3.0), BigInterval::point(working, -1.5));
  EXPECT_EQ(both.lower_double(), -1.5);
  EXPECT_EQ(both.upper_double(), 3.0);
}

TEST(BigInterval, functions_of_random_bits_tighten_as_bits_are_added) {
  std::mt19937_64 generator(22);
  for (int i = 0; i < 200; ++i) {
    std::vector<std::uint64_t> words;
    BigInterval previous = BigInterval::from_bits(words);
    for (int n = 0; n < 8; ++n) {
      words.push_back(generator());
      const BigInterval current = -ln(-ln(BigInterval::from_bits(words)));
      EXPECT_TRUE(is_valid(current));
      if (n > 0) {
        EXPECT_TRUE(is_within(current, previous));
      }
      previous = current;
    }
    EXPECT_EQ(previous.lower_double(), previous.lower_double());
    EXPECT_LE(previous.upper_double(), next_up(previous.lower_double()));
  }
}

TEST(BigInterval, operands_of_different_precision_give_the_larger) {
  const BigInterval coarse = BigInterval::point(64, Rational(1, 3));
  const BigInterval fine = BigInterval::point(256, Rational(1, 7));
  EXPECT_EQ((coarse + fine).precision(), 256);
  EXPECT_EQ((fine * coarse).precision(), 256);
  EXPECT_TRUE(contains(coarse / fine, exactly(mpfr_div, 7, 3)));
}

TEST(BigInterval, exponentials_of_huge_numbers_are_numbers) {
  const BigInterval tiny = exp(BigInterval::point(working, -1e18));
  const BigInterval tinier = exp(BigInterval::point(working, -1.5e18));
  EXPECT_GT(mpfr_sgn(tiny.lower().get()), 0);
  EXPECT_EQ(compare(tinier, tiny), Order::less);
  EXPECT_EQ(tiny.lower_double(), 0.0);
  EXPECT_EQ(tiny.upper_double(), least);

  const BigInterval copy = tiny;  // copies and moves must not squeeze the exponent
  BigInterval assigned = BigInterval::point(2, 0);
  assigned = copy;
  const BigInterval moved = std::move(assigned);
  const BigInterval back = ln(moved);
  EXPECT_TRUE(contains(back, exactly(mpfr_add, -1e18, 0)));
  EXPECT_TRUE(is_narrow(back, 64));

  const BigInterval huge = exp(BigInterval::point(working, 1e18));
  EXPECT_EQ(huge.lower_double(), max);
  EXPECT_EQ(huge.upper_double(), infinity);
  const BigInterval one = tiny * huge;
  EXPECT_TRUE(contains(one, exactly(mpfr_add, 1, 0)));
  EXPECT_LT(one.upper_double(), 1 + 0x1p-50);
}

TEST(BigInterval, exponentials_beyond_every_exponent_are_enclosed_by_zero_or_infinity) {
  const BigInterval tiny = exp(BigInterval::point(working, -1e300));
  EXPECT_EQ(mpfr_sgn(tiny.lower().get()), 0);
  EXPECT_GT(mpfr_sgn(tiny.upper().get()), 0);
  const BigInterval huge = exp(BigInterval::point(working, 1e300));
  EXPECT_EQ(mpfr_inf_p(huge.lower().get()), 0);
  EXPECT_NE(mpfr_inf_p(huge.upper().get()), 0);
}

TEST(BigInterval, division_reaches_both_ends_of_the_doubles) {
  const BigInterval large = BigInterval::point(working, 1e308) / BigInterval::point(working, least);
  EXPECT_TRUE(contains(large, exactly(mpfr_div, 1e308, least)));
  EXPECT_EQ(large.lower_double(), max);
  const BigInterval small = BigInterval::point(working, least) / BigInterval::point(working, max);
  EXPECT_TRUE(contains(small, exactly(mpfr_div, least, max)));
  EXPECT_EQ(small.upper_double(), least);
}

TEST(BigInterval, division_by_an_enclosure_of_zero_gives_the_whole_line) {
  for (const BigInterval& zero : {BigInterval::point(64, 0.0), BigInterval::point(64, -0.0),
                                  between(-1, 1), between(0, 1), between(-1, 0)}) {
    const BigInterval x = BigInterval::point(64, 1) / zero;
    EXPECT_EQ(x.lower_double(), -infinity);
    EXPECT_EQ(x.upper_double(), infinity);
  }
}

TEST(BigInterval, logarithm_of_an_enclosure_that_touches_zero_is_unbounded_below) {
  const BigInterval x = ln(BigInterval::from_bits({}));
  EXPECT_EQ(x.lower_double(), -infinity);
  EXPECT_EQ(x.upper_double(), 0.0);
  const BigInterval crossing = ln(between(-1, 1));
  EXPECT_EQ(crossing.lower_double(), -infinity);
  EXPECT_GE(crossing.upper_double(), 0.0);
}

TEST(BigInterval, unbounded_ends_never_give_nan) {
  const BigInterval ends[] = {BigInterval::point(64, infinity), BigInterval::point(64, -infinity),
                              BigInterval::point(64, std::nan("")), BigInterval::point(64, 0),
                              BigInterval::point(64, -2)};
  for (const BigInterval& a : ends) {
    for (const BigInterval& b : ends) {
      for (const BigInterval& c : {a + b, a - b, a * b, a / b, exp(a), ln(a), -a}) {
        EXPECT_TRUE(is_valid(c));
      }
    }
  }
  EXPECT_EQ((ends[3] * ends[0]).upper_double(), 0.0);
}

TEST(BigInterval, doubles_are_rounded_outward) {
  const BigInterval third = BigInterval::point(working, Rational(1, 3));
  EXPECT_LT(to_rational(third.lower_double()), Rational(1, 3));
  EXPECT_GT(to_rational(third.upper_double()), Rational(1, 3));
  EXPECT_EQ(third.upper_double(), next_up(third.lower_double()));
}

TEST(CompareBig, decides_only_when_the_enclosures_are_apart) {
  const std::uint64_t words[] = {5};
  const std::uint64_t next[] = {6};
  const std::uint64_t after[] = {7};
  const BigInterval a = BigInterval::from_bits(words);
  const BigInterval b = BigInterval::from_bits(next);
  const BigInterval c = BigInterval::from_bits(after);
  EXPECT_EQ(compare(a, b), Order::undecided);  // they share an end
  EXPECT_EQ(compare(b, a), Order::undecided);
  EXPECT_EQ(compare(a, c), Order::less);
  EXPECT_EQ(compare(c, a), Order::greater);
  EXPECT_EQ(compare(a, a), Order::undecided);
  EXPECT_EQ(compare(BigInterval::point(64, -infinity), a), Order::less);
}

TEST(BigInterval, works_on_many_threads_and_leaves_their_exponent_range_alone) {
  const auto work = [] {
    const mpfr_exp_t emin = mpfr_get_emin();
    const mpfr_exp_t emax = mpfr_get_emax();
    for (int i = 0; i < 500; ++i) {
      const BigInterval x = exp(BigInterval::point(working, -1e17 * (i + 1) / 100));
      EXPECT_GT(mpfr_sgn(x.lower().get()), 0);
    }
    EXPECT_EQ(mpfr_get_emin(), emin);
    EXPECT_EQ(mpfr_get_emax(), emax);
  };
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
}

}  // namespace
}  // namespace scrim::big_interval_test
