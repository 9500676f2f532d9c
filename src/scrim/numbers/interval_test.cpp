#include "scrim/numbers/interval.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scrim/numbers/big_float.hpp"
#include "support/edge_doubles.hpp"

namespace scrim::interval_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double max = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();

static_assert((Interval::point(1) + Interval::point(2)).contains(3));
static_assert(compare(Interval{0, 1}, Interval{2, 3}) == Order::less);

using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/// Whether the exact result on two numbers lies in the enclosure. Sums and products are exact at
/// 2200 bits; the quotient is tested by its bracket.
bool contains(const Interval& enclosure, Binary function, double s, double t) {
  thread_local BigFloat x(53);
  thread_local BigFloat y(53);
  thread_local BigFloat exact(2200);
  mpfr_set_d(x.get(), s, MPFR_RNDN);
  mpfr_set_d(y.get(), t, MPFR_RNDN);
  function(exact.get(), x.get(), y.get(), MPFR_RNDD);
  const bool above = mpfr_cmp_d(exact.get(), enclosure.lo) >= 0;
  function(exact.get(), x.get(), y.get(), MPFR_RNDU);
  return above && mpfr_cmp_d(exact.get(), enclosure.hi) <= 0;
}

bool is_valid(const Interval& x) { return x.lo <= x.hi; }

std::vector<double> members(const Interval& x) {
  std::vector<double> out;
  const auto add = [&](double t) {
    if (std::isfinite(t) && x.contains(t)) out.push_back(t);
  };
  for (const double t : {x.lo, x.hi, x.lo / 2 + x.hi / 2, 0.0, -max, max, 1.0, -1.0}) add(t);
  return out;
}

void check_operations(const Interval& a, const Interval& b) {
  const Interval sum = a + b;
  const Interval difference = a - b;
  const Interval product = a * b;
  const Interval quotient = a / b;
  for (const Interval& x : {sum, difference, product, quotient, -a}) {
    EXPECT_TRUE(is_valid(x)) << '[' << a.lo << ',' << a.hi << "] [" << b.lo << ',' << b.hi << ']';
  }
  for (const double s : members(a)) {
    for (const double t : members(b)) {
      EXPECT_TRUE(contains(sum, mpfr_add, s, t)) << std::hexfloat << s << " + " << t;
      EXPECT_TRUE(contains(difference, mpfr_sub, s, t)) << std::hexfloat << s << " - " << t;
      EXPECT_TRUE(contains(product, mpfr_mul, s, t)) << std::hexfloat << s << " * " << t;
      if (t != 0) {
        EXPECT_TRUE(contains(quotient, mpfr_div, s, t)) << std::hexfloat << s << " / " << t;
      }
    }
  }
}

TEST(Interval, operations_on_points_enclose_the_exact_result) {
  for (const double a : test::edge_doubles()) {
    for (const double b : test::edge_doubles()) {
      check_operations(Interval::point(a), Interval::point(b));
    }
  }
}

TEST(Interval, operations_on_intervals_enclose_the_results_on_all_members) {
  std::mt19937_64 generator(11);
  const auto random_interval = [&] {
    double a = test::random_double(generator);
    double b = generator() % 2 == 0 ? test::random_double(generator) : a * 1.25;
    if (generator() % 16 == 0) a = 0;
    if (generator() % 16 == 0) b = infinity;
    return Interval{std::min(a, b), std::max(a, b)};
  };
  for (int i = 0; i < 4'000; ++i) check_operations(random_interval(), random_interval());
}

TEST(Interval, operations_with_unbounded_ends_never_give_nan) {
  const std::vector<double> ends = {-infinity, -max,  -1.0, -least, -0.0,
                                    0.0,       least, 1.0,  max,    infinity};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (std::size_t j = i; j < ends.size(); ++j) {
      for (std::size_t k = 0; k < ends.size(); ++k) {
        for (std::size_t l = k; l < ends.size(); ++l) {
          check_operations({ends[i], ends[j]}, {ends[k], ends[l]});
        }
      }
    }
  }
}

TEST(Interval, operations_on_points_are_narrow) {
  std::mt19937_64 generator(12);
  const auto steps = [](const Interval& x) {
    int count = 0;
    for (double t = x.lo; t < x.hi && count < 10; t = next_up(t)) ++count;
    return count;
  };
  for (int i = 0; i < 10'000; ++i) {
    const Interval a = Interval::point(1 + test::random_fraction(generator));
    const Interval b = Interval::point(test::random_fraction(generator) + 0x1p-60);
    EXPECT_LE(steps(a + b), 2);
    EXPECT_LE(steps(a - b), 2);
    EXPECT_LE(steps(a * b), 2);
    EXPECT_LE(steps(a / b), 2);
  }
}

TEST(Interval, zero_differences_are_exact) {
  for (const double x : test::edge_doubles()) {
    EXPECT_EQ(Interval::point(x) - Interval::point(x), (Interval{0, 0}));
  }
}

TEST(Interval, non_negative_operands_give_non_negative_products_and_quotients) {
  for (const double a : {0.0, least, 0x1p-600, 1.0, max}) {
    for (const double b : {least, 0x1p-600, 1.0, max, infinity}) {
      EXPECT_GE((Interval::point(a) * Interval::point(b)).lo, 0.0);
      EXPECT_GE((Interval::point(a) / Interval::point(b)).lo, 0.0);
    }
  }
}

TEST(Interval, zero_times_an_unbounded_enclosure_stays_at_zero) {
  const Interval products[] = {Interval::point(0) * Interval::whole(),
                               Interval::whole() * Interval::point(-0.0),
                               Interval::point(0) * Interval{1, infinity}};
  for (const Interval& product : products) {
    EXPECT_TRUE(product.contains(0));
    EXPECT_GE(product.lo, -least);
    EXPECT_LE(product.hi, least);
  }
  EXPECT_EQ((Interval{0, infinity} * Interval{-1, 0}).hi, least);
}

TEST(Interval, overflow_keeps_the_finite_side) {
  const Interval product = Interval::point(max) * Interval::point(2);
  EXPECT_EQ(product, (Interval{max, infinity}));
  EXPECT_EQ(Interval::point(infinity) - Interval::point(infinity), Interval::whole());
}

TEST(Interval, a_divisor_that_contains_zero_gives_the_whole_line) {
  EXPECT_EQ(Interval::point(1) / (Interval{-1, 1}), Interval::whole());
  EXPECT_EQ(Interval::point(1) / (Interval{0, 1}), Interval::whole());
  EXPECT_EQ(Interval::point(1) / (Interval{-1, -0.0}), Interval::whole());
}

TEST(Interval, a_nan_point_is_the_whole_line) {
  EXPECT_EQ(Interval::point(std::nan("")), Interval::whole());
}

TEST(Compare, decides_only_when_the_enclosures_are_apart) {
  EXPECT_EQ(compare(Interval{0, 1}, Interval{next_up(1.0), 2}), Order::less);
  EXPECT_EQ(compare(Interval{next_up(1.0), 2}, Interval{0, 1}), Order::greater);
  EXPECT_EQ(compare(Interval{0, 1}, Interval{1, 2}), Order::undecided);
  EXPECT_EQ(compare(Interval{1, 2}, Interval{0, 1}), Order::undecided);
  EXPECT_EQ(compare(Interval{0, 3}, Interval{1, 2}), Order::undecided);
  EXPECT_EQ(compare(Interval::point(0.0), Interval::point(-0.0)), Order::undecided);
  EXPECT_EQ(compare(Interval::point(-infinity), Interval::point(0)), Order::less);
  EXPECT_EQ(compare(Interval::whole(), Interval::point(0)), Order::undecided);
}

}  // namespace
}  // namespace scrim::interval_test
