#include "scrim/columns/column_decimal.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "scrim/numbers/big_float.hpp"

namespace scrim::column_decimal_test {
namespace {

/// The bytes of an integer in two's complement, of this machine's order.
std::vector<std::byte> bytes_of(mpz_class digits, std::size_t width) {
  if (digits < 0) digits += mpz_class(1) << (8 * width);
  std::vector<std::byte> bytes(width);
  mpz_export(bytes.data(), nullptr, -1, width, 0, 0, digits.get_mpz_t());
  return bytes;
}

/// By another way: a quotient of integers, rounded once by MPFR.
double expected(const mpz_class& digits, std::int32_t scale) {
  mpz_class ten_to;
  mpz_ui_pow_ui(ten_to.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(scale)));
  mpq_class value(digits);
  if (scale >= 0) {
    value /= ten_to;
  } else {
    value *= ten_to;
  }
  mpfr_t rounded;
  mpfr_init2(rounded, 53);
  // What is subnormal is rounded twice, unless the range of exponents is that of doubles.
  const mpfr_exp_t least = mpfr_get_emin();
  const mpfr_exp_t most = mpfr_get_emax();
  mpfr_set_emin(-1073);
  mpfr_set_emax(1024);
  const int inexact = mpfr_set_q(rounded, value.get_mpq_t(), MPFR_RNDN);
  mpfr_subnormalize(rounded, inexact, MPFR_RNDN);
  const double result = mpfr_get_d(rounded, MPFR_RNDN);
  mpfr_set_emin(least);
  mpfr_set_emax(most);
  mpfr_clear(rounded);
  return result;
}

void expect_nearest(const mpz_class& digits, std::size_t width, std::int32_t scale) {
  const double got = nearest_to_decimal(bytes_of(digits, width), scale);
  EXPECT_EQ(got, expected(digits, scale))
      << digits.get_str() << " / 10^" << scale << ", " << width << " bytes";
}

TEST(NearestToDecimal, is_the_nearest_double) {
  std::mt19937_64 stream(7);
  for (const std::size_t width : {4U, 8U, 16U, 32U}) {
    const mpz_class least = -(mpz_class(1) << (8 * width - 1));
    const mpz_class most = -least - 1;
    std::vector<mpz_class> numbers = {0, 1, -1, 10, -125, least, most, least + 1};
    for (int i = 0; i < 300; ++i) {
      mpz_class number = 0;
      for (int word = 0; word < 4; ++word) {
        number = (number << 64) + mpz_class(std::to_string(stream()));
      }
      number >>= 256 - (1 + stream() % (8 * width - 1));
      numbers.push_back(stream() % 2 == 0 ? number : mpz_class(-number));
    }
    for (const mpz_class& number : numbers) {
      for (const std::int32_t scale : {0, 1, 2, 9, 22, 23, 38, 76, -1, -22, -23, -300, 330, 345}) {
        expect_nearest(number, width, scale);
      }
    }
  }
}

TEST(NearestToDecimal, numbers_around_the_shortcut) {
  for (const std::int64_t by : {-2, -1, 0, 1, 2, 3}) {
    for (const std::int32_t scale : {0, 1, 22, 23}) {
      expect_nearest((mpz_class(1) << 53) + by, 16, scale);
      expect_nearest((mpz_class(1) << 64) + by, 16, scale);
    }
  }
}

TEST(NearestToDecimal, has_a_value_for_every_scale) {
  constexpr auto most = std::numeric_limits<std::int32_t>::max();
  constexpr auto least = std::numeric_limits<std::int32_t>::min();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(nearest_to_decimal(bytes_of(7, 16), least), infinity);
  EXPECT_EQ(nearest_to_decimal(bytes_of(-7, 16), least), -infinity);
  EXPECT_EQ(nearest_to_decimal(bytes_of(7, 16), most), 0.0);
  EXPECT_EQ(nearest_to_decimal(bytes_of(0, 16), least), 0.0);
  EXPECT_EQ(nearest_to_decimal(bytes_of(0, 32), most), 0.0);
  EXPECT_EQ(nearest_to_decimal(bytes_of(1, 4), -309), infinity);
}

}  // namespace
}  // namespace scrim::column_decimal_test
