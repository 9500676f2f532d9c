#include "scrim/numbers/exact_probability.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/numbers/rational.hpp"
#include "support/error_of.hpp"

namespace scrim::exact_probability_test {
namespace {

Rational power_of_half(int exponent) {
  Rational value = 1;
  mpq_div_2exp(value.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  return value;
}

Rational value_of(const ExactProbability& p) {
  return to_rational(p.fraction().num) / to_rational(p.fraction().den) *
         power_of_half(p.halvings());
}

const std::vector<double> ugly_doubles{0.0,
                                       0.1,
                                       1.0 / 3.0,
                                       0.5,
                                       0x1p-20,
                                       0x1p-63,
                                       0x1p-64,
                                       0x1p-65,
                                       1e-300,
                                       std::numeric_limits<double>::min(),
                                       std::numeric_limits<double>::denorm_min(),
                                       1.0 - 0x1p-53,
                                       1.0};

const std::vector<Fraction> ugly_fractions{
    {0, 7},
    {1, 3},
    {2, 6},
    {7, 9},
    {1, std::numeric_limits<std::uint64_t>::max()},
    {std::numeric_limits<std::uint64_t>::max() - 1, std::numeric_limits<std::uint64_t>::max()},
    {5, 5}};

TEST(ExactProbability, is_the_double_that_it_was_made_of) {
  for (const double p : ugly_doubles) EXPECT_EQ(value_of(p), to_rational(p)) << p;
  EXPECT_TRUE(ExactProbability(0.0).is_zero());
  EXPECT_TRUE(ExactProbability(-0.0).is_zero());
  EXPECT_TRUE(ExactProbability(1.0).is_one());
  EXPECT_TRUE(ExactProbability(Fraction{5, 5}).is_one());
  EXPECT_FALSE(ExactProbability(1.0 - 0x1p-53).is_one());
  EXPECT_FALSE(ExactProbability(std::numeric_limits<double>::denorm_min()).is_zero());
}

/// The digits up to a place are the number rounded down to that place.
void expect_digits_of(const ExactProbability& p, int bits) {
  ProbabilityDigits digits(p);
  Rational written = 0;
  int place = 0;
  while (place < 1300) {
    EXPECT_EQ(digits.are_at_end(), written == value_of(p));
    place += bits;
    written += to_rational(digits.next(bits)) * power_of_half(place);
    ASSERT_LE(written, value_of(p));
    ASSERT_LT(value_of(p), written + power_of_half(place));
  }
}

TEST(ProbabilityDigits, write_the_number) {
  for (const int bits : {1, 8, 63, 64}) {
    for (const double p : ugly_doubles) {
      if (p < 1.0) expect_digits_of(p, bits);
    }
    for (const Fraction p : ugly_fractions) {
      if (p.num < p.den) expect_digits_of(p, bits);
    }
  }
}

TEST(ExactProbability, refuses_what_is_none) {
  for (const double p : {-0x1p-1074, 1.0 + 0x1p-52, std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::quiet_NaN()}) {
    SCRIM_EXPECT_ERROR((void)ExactProbability(p), ErrorKind::invalid_argument, "from 0 to 1");
  }
  SCRIM_EXPECT_ERROR((void)ExactProbability(Fraction{2, 1}), ErrorKind::invalid_argument, "2/1");
  SCRIM_EXPECT_ERROR((void)ExactProbability(Fraction{0, 0}), ErrorKind::invalid_argument, "0/0");
}

}  // namespace
}  // namespace scrim::exact_probability_test
