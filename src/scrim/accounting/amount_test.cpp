#include "scrim/accounting/amount.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "scrim/accounting/amount_rational.hpp"
#include "support/arithmetic_settings.hpp"
#include "support/error_of.hpp"

namespace scrim::amount_test {
namespace {

Amount amount(const char* text) { return Amount::from_text(text); }

TEST(Amount, reads_what_stands_there) {
  EXPECT_EQ(amount("0.1"), Amount::ratio(1, 10));
  EXPECT_EQ(amount(".5"), Amount::ratio(1, 2));
  EXPECT_EQ(amount("5."), Amount::ratio(5));
  EXPECT_EQ(amount("1e-6"), Amount::ratio(1, 1000000));
  EXPECT_EQ(amount("2.5E+3"), Amount::ratio(2500));
  EXPECT_EQ(amount("2/6"), Amount::ratio(1, 3));
  EXPECT_EQ(amount("007"), Amount::ratio(7));
  EXPECT_EQ(amount("0e5"), Amount());
  EXPECT_EQ(amount("0/9"), Amount());
  EXPECT_EQ(to_rational(amount("1e-1000")) * Rational(mpz_class("1" + std::string(1000, '0'))), 1);
  EXPECT_EQ(to_rational(amount("123456789012345678901234567890/11")),
            Rational("123456789012345678901234567890/11"));
}

TEST(Amount, refuses_what_is_no_amount) {
  for (const char* text :
       {"",      ".",     "e5",   "-1",     "-0",      "+1",          " 1",
        "1 ",    "1_0",   "nan",  "inf",    "0x10",    "1/",          "/3",
        "1/3/5", "1/-3",  "1/0",  "1.5/2",  "1/2.5",   "1e",          "1e-",
        "1e+-5", "1e--5", "1e5x", "1e1001", "1e-1001", "1e999999999", "1e99999999999999999999",
        "1..2",  "1.2.3"}) {
    SCRIM_EXPECT_ERROR(Amount::from_text(text), ErrorKind::invalid_argument, "is no amount",
                       "\"1/3\"");
  }
  SCRIM_EXPECT_ERROR(Amount::from_text(std::string(2001, '1')), ErrorKind::invalid_argument,
                     "2000");
  SCRIM_EXPECT_ERROR(Amount::ratio(1, 0), ErrorKind::invalid_argument, "1/0");
  for (const double x :
       {-1.0, -std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()}) {
    SCRIM_EXPECT_ERROR(Amount::typed(x), ErrorKind::invalid_argument, "at least 0");
    SCRIM_EXPECT_ERROR(Amount::exactly(x), ErrorKind::invalid_argument, "at least 0");
  }
}

TEST(Amount, takes_a_typed_double_for_what_was_typed) {
  EXPECT_EQ(Amount::typed(0.1), Amount::ratio(1, 10));
  EXPECT_EQ(Amount::typed(1e-6), amount("1e-6"));
  EXPECT_EQ(Amount::typed(1e23), amount("1e23"));  // no double is 10^23
  EXPECT_EQ(Amount::typed(5e-324), amount("5e-324"));
  EXPECT_EQ(Amount::typed(0.30000000000000004), amount("0.30000000000000004"));
  EXPECT_EQ(Amount::typed(-0.0), Amount());
  EXPECT_EQ(Amount::typed(1e6 + 1.0 / 3), amount("1000000.3333333334"));
}

TEST(Amount, takes_a_double_exactly) {
  EXPECT_GT(Amount::exactly(0.1), Amount::ratio(1, 10));
  EXPECT_LT(Amount::exactly(0.3), amount("0.3"));
  EXPECT_EQ(Amount::exactly(0.1).exact_text(),
            "0.1000000000000000055511151231257827021181583404541015625");
  EXPECT_EQ(Amount::exactly(-0.0), Amount());
  for (const double x : {0.1, 1e-300, 5e-324, 1e6 + 1.0 / 3, 1.7976931348623157e308}) {
    EXPECT_EQ(to_rational(Amount::exactly(x)), Rational(x));
    EXPECT_EQ(Amount::exactly(x).double_up(), x);
    EXPECT_EQ(Amount::exactly(x).double_down(), x);
  }
}

TEST(Amount, reads_subnormal_numbers_whatever_the_processor_was_told) {
  const volatile double least = 5e-324;
  for (const auto& setting : test::arithmetic_settings()) {
    const test::ForcedArithmetic forced(setting);
    EXPECT_EQ(Amount::typed(least), amount("5e-324")) << setting.name;
    EXPECT_EQ(to_rational(Amount::exactly(least)).get_num(), 1) << setting.name;
    EXPECT_GT(to_rational(amount("1e-320")), 0) << setting.name;
    EXPECT_GT(Amount::exactly(0.1), amount("0.1")) << setting.name;
  }
}

TEST(Amount, adds_ten_tenths_up_to_one) {
  Amount sum;
  for (int i = 0; i < 10; ++i) sum = sum + amount("0.1");
  EXPECT_EQ(sum, Amount::ratio(1));
}

TEST(Amount, loses_nothing_small_beside_something_large) {
  Amount sum = Amount::ratio(1);
  for (int i = 0; i < 1000; ++i) sum = sum + amount("1e-17");
  EXPECT_EQ(sum, amount("1.00000000000001"));
  Amount mixed = Amount::exactly(1e300);
  mixed = mixed + Amount::exactly(5e-324);
  EXPECT_GT(mixed, Amount::exactly(1e300));
  EXPECT_EQ(mixed - Amount::exactly(1e300), Amount::exactly(5e-324));
}

TEST(Amount, is_what_rationals_are) {
  // Around the ends of 64 and of 128 bits, where the short form gives way to the long one.
  constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  std::vector<Amount> amounts = {Amount(),
                                 Amount::ratio(1),
                                 Amount::ratio(1, 3),
                                 Amount::ratio(5, 7),
                                 Amount::ratio(last),
                                 Amount::ratio(last - 1),
                                 Amount::ratio(1, last),
                                 Amount::ratio(1, last - 1),
                                 Amount::ratio(last - 1, last),
                                 amount("18446744073709551616"),
                                 amount("1/18446744073709551616"),
                                 amount("340282366920938463463374607431768211455"),
                                 amount("340282366920938463463374607431768211456"),
                                 amount("1/340282366920938463463374607431768211455"),
                                 amount("1/340282366920938463463374607431768211456"),
                                 amount("170141183460469231731687303715884105729/3"),
                                 Amount::exactly(0.1),
                                 Amount::exactly(1e-6),
                                 Amount::typed(1e6 + 1.0 / 3),
                                 Amount::ratio(1ull << 63, 3),
                                 amount("1e-30")};
  std::mt19937_64 random(7);
  for (int i = 0; i < 40; ++i) {
    const std::uint64_t den = (random() >> (random() % 64)) | 1;
    amounts.push_back(Amount::ratio(random() >> (random() % 64), den));
  }
  for (const Amount& a : amounts) {
    for (const Amount& b : amounts) {
      const Rational x = to_rational(a);
      const Rational y = to_rational(b);
      EXPECT_EQ(to_rational(a + b), Rational(x + y));
      EXPECT_EQ(a < b, x < y);
      EXPECT_EQ(a == b, x == y);
      EXPECT_EQ(a > b, x > y);
      EXPECT_EQ(to_rational((a + b) - b), x);
      if (x < y) {
        SCRIM_EXPECT_ERROR(a - b, ErrorKind::invalid_argument, "is negative");
      } else {
        EXPECT_EQ(to_rational(a - b), Rational(x - y));
      }
    }
  }
}

TEST(Amount, writes_itself_so_that_it_can_be_read_back) {
  EXPECT_EQ(amount("0.10").exact_text(), "0.1");
  EXPECT_EQ(amount("12").exact_text(), "12");
  EXPECT_EQ(Amount().exact_text(), "0");
  EXPECT_EQ(Amount::ratio(1, 3).exact_text(), "1/3");
  EXPECT_EQ(amount("1e-6").exact_text(), "0.000001");
  EXPECT_EQ((amount("0.5") + amount("0.5")).exact_text(), "1");
  for (const char* text : {"1e-70", "1e70", "123456789/7", "0.000000125", "1/1024"}) {
    EXPECT_EQ(amount(amount(text).exact_text().c_str()), amount(text));
  }
}

TEST(Amount, is_rounded_for_people_to_the_side_that_is_safe) {
  EXPECT_EQ(Amount::exactly(0.1).text_up(), "0.1000000001");
  EXPECT_EQ(Amount::exactly(0.1).text_down(), "0.1");
  EXPECT_EQ(Amount::exactly(0.3).text_up(3), "0.3");
  EXPECT_EQ(Amount::exactly(0.3).text_down(3), "0.299");
  EXPECT_EQ(Amount::ratio(1, 3).text_up(), "1/3");  // short as it is
  EXPECT_EQ(amount("1e-70").text_up(), "1e-70");
  EXPECT_EQ((amount("1") + amount("1e-70")).text_up(3), "1.01");
  EXPECT_EQ((amount("1") + amount("1e-70")).text_down(3), "1");
  EXPECT_EQ((amount("9.999") + amount("1e-70")).text_up(3), "10");
  EXPECT_EQ((amount("1234567") + amount("1e-70")).text_up(3), "1240000");
  std::mt19937_64 random(11);
  for (int i = 0; i < 200; ++i) {
    const double x =
        std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 400) - 300);
    const Amount exact = Amount::exactly(x);
    for (const int digits : {1, 2, 10}) {
      const Amount up = amount(exact.text_up(digits).c_str());
      const Amount down = amount(exact.text_down(digits).c_str());
      EXPECT_GE(up, exact);
      EXPECT_LE(down, exact);
      // Within one unit of the last digit of `digits`, which is at least x / 10^digits.
      const Rational slack = to_rational(exact) / Rational(mpz_class(std::pow(10, digits - 1)));
      EXPECT_LE(to_rational(up) - to_rational(exact), slack);
      EXPECT_LE(to_rational(exact) - to_rational(down), slack);
    }
  }
}

TEST(Amount, refuses_to_grow_without_end) {
  // Each prime is a factor more in the denominator.
  Amount sum;
  const auto add_primes = [&] {
    mpz_class prime(1000003);
    for (int i = 0; i < 2000; ++i) {
      sum = sum + Amount::ratio(1, prime.get_ui());
      mpz_nextprime(prime.get_mpz_t(), prime.get_mpz_t());
    }
  };
  SCRIM_EXPECT_ERROR(add_primes(), ErrorKind::overflow, "16384", "decimal numbers");
  EXPECT_GT(to_rational(sum).get_den(), 1);
}

}  // namespace
}  // namespace scrim::amount_test
