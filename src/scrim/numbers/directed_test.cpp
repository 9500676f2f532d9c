// Every result is compared with a bracket computed by MPFR at 2200 bits, where sums and products of
// doubles are exact.
#include "scrim/numbers/directed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <thread>

#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/neighbours.hpp"
#include "support/edge_doubles.hpp"

namespace scrim::directed_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double max = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();

using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/// Two neighbours of high precision around a real number; equal if it is one of them. No double
/// lies strictly between, so that comparing a double with the number is exact.
class Bracket {
 public:
  Bracket(mpfr_prec_t precision, Binary function, double a, double b) : Bracket(precision) {
    mpfr_set_d(first_.get(), a, MPFR_RNDN);
    mpfr_set_d(second_.get(), b, MPFR_RNDN);
    function(below_.get(), first_.get(), second_.get(), MPFR_RNDD);
    function(above_.get(), first_.get(), second_.get(), MPFR_RNDU);
  }

  [[nodiscard]] bool is_nan() const { return mpfr_nan_p(below_.get()) != 0; }

  /// Whether `result` is the number rounded up, sign of zero included.
  [[nodiscard]] bool rounds_up_to(double result) const {
    if (is_nan()) return std::isnan(result);
    if (std::isnan(result) || mpfr_cmp_d(above_.get(), result) > 0) return false;
    if (result == 0 && std::signbit(result) != (mpfr_signbit(above_.get()) != 0)) return false;
    return is_infinite() ? std::isinf(result) : is_above(next_down(result));
  }

  [[nodiscard]] bool rounds_down_to(double result) const {
    if (is_nan()) return std::isnan(result);
    if (std::isnan(result) || mpfr_cmp_d(below_.get(), result) < 0) return false;
    if (result == 0 && std::signbit(result) != (mpfr_signbit(below_.get()) != 0)) return false;
    return is_infinite() ? std::isinf(result) : is_below(next_up(result));
  }

 private:
  explicit Bracket(mpfr_prec_t precision)
      : first_(53), second_(53), below_(precision), above_(precision) {}

  [[nodiscard]] bool is_exact() const { return mpfr_equal_p(below_.get(), above_.get()) != 0; }
  [[nodiscard]] bool is_infinite() const { return is_exact() && mpfr_inf_p(below_.get()) != 0; }
  [[nodiscard]] bool is_above(double x) const {
    const int order = mpfr_cmp_d(below_.get(), x);
    return is_exact() ? order > 0 : order >= 0;
  }
  [[nodiscard]] bool is_below(double x) const {
    const int order = mpfr_cmp_d(above_.get(), x);
    return is_exact() ? order < 0 : order <= 0;
  }

  BigFloat first_;
  BigFloat second_;
  BigFloat below_;
  BigFloat above_;
};

void check_arithmetic(double a, double b) {
  const Bracket sum(2200, mpfr_add, a, b);
  EXPECT_TRUE(sum.rounds_up_to(add_up(a, b))) << std::hexfloat << a << " + " << b;
  EXPECT_TRUE(sum.rounds_down_to(add_down(a, b))) << std::hexfloat << a << " + " << b;
  const Bracket difference(2200, mpfr_sub, a, b);
  EXPECT_TRUE(difference.rounds_up_to(sub_up(a, b))) << std::hexfloat << a << " - " << b;
  EXPECT_TRUE(difference.rounds_down_to(sub_down(a, b))) << std::hexfloat << a << " - " << b;
  const Bracket product(200, mpfr_mul, a, b);
  EXPECT_TRUE(product.rounds_up_to(mul_up(a, b))) << std::hexfloat << a << " * " << b;
  EXPECT_TRUE(product.rounds_down_to(mul_down(a, b))) << std::hexfloat << a << " * " << b;
  const Bracket quotient(200, mpfr_div, a, b);
  EXPECT_TRUE(quotient.rounds_up_to(div_up(a, b))) << std::hexfloat << a << " / " << b;
  EXPECT_TRUE(quotient.rounds_down_to(div_down(a, b))) << std::hexfloat << a << " / " << b;
}

std::vector<double> edges_and_infinities() {
  std::vector<double> values = test::edge_doubles();
  values.insert(values.end(), {infinity, -infinity, nan});
  return values;
}

TEST(Directed, arithmetic_is_right_for_every_pair_of_edges) {
  const std::vector<double> values = edges_and_infinities();
  for (const double a : values) {
    for (const double b : values) check_arithmetic(a, b);
  }
}

TEST(Directed, arithmetic_is_right_on_random_patterns) {
  std::mt19937_64 generator(4);
  for (int i = 0; i < 30'000; ++i) {
    check_arithmetic(test::random_double(generator), test::random_double(generator));
  }
}

TEST(Directed, arithmetic_is_right_on_operands_of_like_magnitude) {
  std::mt19937_64 generator(5);
  for (int i = 0; i < 30'000; ++i) {
    const double a = test::random_finite_double(generator);
    const double factor = std::ldexp(test::random_fraction(generator) - 0.5,
                                     static_cast<int>(generator() % 108) - 54);
    check_arithmetic(a, a * factor);
  }
}

TEST(Directed, arithmetic_is_right_where_results_underflow_or_overflow) {
  std::mt19937_64 generator(6);
  for (int i = 0; i < 20'000; ++i) {
    const double a = test::random_finite_double(generator);
    // A partner that brings the product, and one that brings the quotient, to an end of the range.
    int exponent = 0;
    static_cast<void>(std::frexp(a, &exponent));
    const double significand = 1.0 + test::random_fraction(generator);
    const int target = (i % 2 == 0 ? -1074 : 1024) + static_cast<int>(generator() % 64) - 8;
    check_arithmetic(a, std::ldexp(significand, target - exponent));
    check_arithmetic(a, std::ldexp(significand, exponent - target));
  }
}

TEST(Directed, exact_results_are_not_moved) {
  EXPECT_EQ(add_up(0.5, 0.25), 0.75);
  EXPECT_EQ(add_down(0.5, 0.25), 0.75);
  EXPECT_EQ(mul_up(3.0, least), 3 * least);
  EXPECT_EQ(mul_down(3.0, least), 3 * least);
  EXPECT_EQ(div_up(1.0, 8.0), 0.125);
  EXPECT_EQ(div_down(0x1p-1000, 0x1p74), least);
}

TEST(Directed, results_beyond_the_range_stop_at_its_end) {
  EXPECT_EQ(add_up(max, max), infinity);
  EXPECT_EQ(add_down(max, max), max);
  EXPECT_EQ(add_up(-max, -max), -max);
  EXPECT_EQ(add_up(max, least), infinity);
  EXPECT_EQ(add_down(max, least), max);
  EXPECT_EQ(mul_up(max, -2.0), -max);
  EXPECT_EQ(mul_down(max, -2.0), -infinity);
  EXPECT_EQ(div_up(1.0, least), infinity);
  EXPECT_EQ(div_down(1.0, least), max);
  EXPECT_EQ(mul_up(least, least), least);
  EXPECT_EQ(mul_down(least, least), 0.0);
  EXPECT_EQ(mul_down(least, -least), -least);
}

TEST(Directed, nan_gives_nan) {
  using Operation = double (*)(double, double);
  for (const Operation operation : std::initializer_list<Operation>{
           add_up, add_down, sub_up, sub_down, mul_up, mul_down, div_up, div_down}) {
    EXPECT_TRUE(std::isnan(operation(nan, 1.0)));
    EXPECT_TRUE(std::isnan(operation(0.0, nan)));
  }
  EXPECT_TRUE(std::isnan(add_up(infinity, -infinity)));
  EXPECT_TRUE(std::isnan(mul_down(0.0, infinity)));
}

TEST(Directed, does_not_depend_on_the_exponent_range_of_the_thread) {
  std::thread([] {
    mpfr_set_emin(-100);
    mpfr_set_emax(100);
    EXPECT_EQ(mul_up(least, least), least);
    EXPECT_EQ(mul_up(0x1p-600, 0x1p-470), 0x1p-1070);
    EXPECT_EQ(mpfr_get_emin(), -100);
    EXPECT_EQ(mpfr_get_emax(), 100);
  }).join();
}

/// The float part of a reference: MPFR rounds at 24 bits with the exponents of a float.
float float_reference(Binary function, float a, float b, mpfr_rnd_t rounding) {
  BigFloat x(24);
  BigFloat y(24);
  BigFloat exact(1000);
  mpfr_set_flt(x.get(), a, MPFR_RNDN);
  mpfr_set_flt(y.get(), b, MPFR_RNDN);
  function(exact.get(), x.get(), y.get(), rounding);
  return mpfr_get_flt(exact.get(), rounding);
}

void expect_same_float(float actual, float expected) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual));
  } else {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(actual), std::bit_cast<std::uint32_t>(expected))
        << std::hexfloat << actual << " instead of " << expected;
  }
}

void check_float_arithmetic(float a, float b) {
  using Operation = float (*)(float, float);
  const auto check = [&](Binary function, Operation up, Operation down) {
    expect_same_float(up(a, b), float_reference(function, a, b, MPFR_RNDU));
    expect_same_float(down(a, b), float_reference(function, a, b, MPFR_RNDD));
  };
  check(mpfr_add, add_up, add_down);
  check(mpfr_sub, sub_up, sub_down);
  check(mpfr_mul, mul_up, mul_down);
  check(mpfr_div, div_up, div_down);
}

TEST(Directed, float_arithmetic_is_right) {
  std::mt19937_64 generator(8);
  std::vector<float> values = {0.0F,    0x1p-149F, 0x1p-126F,     0x1.fffffcp-127F, 0x1p-75F,
                               0.1F,    1.0F,      0x1.000002p0F, 0x1.8p0F,         3.0F,
                               0x1p24F, 0x1p64F,   0x1p127F,      0x1.fffffep127F,  HUGE_VALF,
                               0x1p-25F};
  for (int i = 0; i < 150; ++i) {
    values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(generator())));
  }
  for (const float a : values) {
    for (const float b : values) {
      for (const float sign : {1.0F, -1.0F}) check_float_arithmetic(a, sign * b);
    }
  }
}

TEST(Directed, integers_are_exact_or_refused) {
  EXPECT_EQ(add_up(2U, 3U), 5U);
  EXPECT_EQ(sub_down(2, 3), -1);
  EXPECT_EQ(mul_up<std::uint64_t>(1ULL << 32, (1ULL << 32) - 1), 0xffffffff00000000);
  EXPECT_THROW(static_cast<void>(mul_up<std::uint64_t>(1ULL << 32, 1ULL << 32)), Error);
  EXPECT_THROW(static_cast<void>(sub_up(2U, 3U)), Error);
  EXPECT_THROW(static_cast<void>(add_down<std::int8_t>(127, 1)), Error);
}

TEST(Directed, integer_division_takes_ceiling_and_floor) {
  static_assert(div_up(7U, 2U) == 4U && div_down(7U, 2U) == 3U);
  for (int i = -128; i <= 127; ++i) {
    for (int j = -128; j <= 127; ++j) {
      const auto a = static_cast<std::int8_t>(i);
      const auto b = static_cast<std::int8_t>(j);
      if (j == 0 || (i == -128 && j == -1)) {
        EXPECT_THROW(static_cast<void>(div_up(a, b)), Error);
        EXPECT_THROW(static_cast<void>(div_down(a, b)), Error);
      } else {
        EXPECT_EQ(div_up(a, b), std::ceil(static_cast<double>(i) / j)) << i << '/' << j;
        EXPECT_EQ(div_down(a, b), std::floor(static_cast<double>(i) / j)) << i << '/' << j;
      }
    }
  }
  constexpr std::uint64_t top = ~std::uint64_t{0};
  EXPECT_EQ(div_up(top, std::uint64_t{2}), std::uint64_t{1} << 63);
  EXPECT_EQ(div_up(top, std::uint64_t{1}), top);
}

}  // namespace
}  // namespace scrim::directed_test
