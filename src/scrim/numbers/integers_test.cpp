#include "scrim/numbers/integers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "scrim/numbers/rational.hpp"

namespace scrim::integers_test {
namespace {

static_assert(checked_add(1, 2) == 3);
static_assert(saturating_sub<std::uint8_t>(1, 2) == 0);
static_assert(absolute_difference<std::int8_t>(-128, 127) == 255);

template <class Operation>
void expect_overflow(Operation operation, const std::string& expected_text) {
  try {
    static_cast<void>(operation());
    ADD_FAILURE() << "no error, expected: " << expected_text;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::overflow);
    EXPECT_NE(std::string(error.what()).find(expected_text), std::string::npos) << error.what();
  }
}

/// Compares one operation with the integers, where nothing overflows.
template <Integer T, class Checked, class Saturating>
void expect_exact_or_refused(T a, T b, long exact, Checked checked, Saturating saturating) {
  constexpr long lowest = std::numeric_limits<T>::min();
  constexpr long highest = std::numeric_limits<T>::max();
  EXPECT_EQ(saturating(a, b), std::clamp(exact, lowest, highest)) << +a << ' ' << +b;
  if (lowest <= exact && exact <= highest) {
    EXPECT_EQ(checked(a, b), exact) << +a << ' ' << +b;
  } else {
    EXPECT_THROW(static_cast<void>(checked(a, b)), Error) << +a << ' ' << +b;
  }
}

template <Integer T>
void check_every_pair() {
  for (int i = std::numeric_limits<T>::min(); i <= std::numeric_limits<T>::max(); i += 15) {
    for (int j = std::numeric_limits<T>::min(); j <= std::numeric_limits<T>::max(); ++j) {
      const auto a = static_cast<T>(i);
      const auto b = static_cast<T>(j);
      expect_exact_or_refused(a, b, i + j, checked_add<T>, saturating_add<T>);
      expect_exact_or_refused(a, b, i - j, checked_sub<T>, saturating_sub<T>);
      expect_exact_or_refused(a, b, i * j, checked_mul<T>, saturating_mul<T>);
      EXPECT_EQ(absolute_difference(a, b), std::abs(i - j));
    }
  }
}

TEST(Integers, are_exact_or_refused_on_signed_bytes) { check_every_pair<std::int8_t>(); }

TEST(Integers, are_exact_or_refused_on_unsigned_bytes) { check_every_pair<std::uint8_t>(); }

template <Integer T>
void check_wide_pairs() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           1,
                           2,
                           3,
                           Limits::max(),
                           Limits::max() - 1,
                           Limits::max() / 2,
                           Limits::max() / 2 + 1,
                           Limits::min(),
                           Limits::min() + 1,
                           Limits::min() / 2,
                           static_cast<T>(-1),
                           static_cast<T>(T{1} << 32),
                           static_cast<T>((T{1} << 32) - 1)};
  std::mt19937_64 generator(1);
  for (int i = 0; i < 40; ++i) values.push_back(static_cast<T>(generator() >> (generator() % 64)));
  const Rational lowest = to_rational(Limits::min());
  const Rational highest = to_rational(Limits::max());
  for (const T a : values) {
    for (const T b : values) {
      const auto check = [&](const Rational& exact, auto checked, auto saturating) {
        const Rational clamped = std::clamp(exact, lowest, highest);
        EXPECT_EQ(to_rational(saturating(a, b)), clamped) << a << ' ' << b;
        if (clamped == exact) {
          EXPECT_EQ(to_rational(checked(a, b)), exact) << a << ' ' << b;
        } else {
          EXPECT_THROW(static_cast<void>(checked(a, b)), Error) << a << ' ' << b;
        }
      };
      const Rational x = to_rational(a);
      const Rational y = to_rational(b);
      check(x + y, checked_add<T>, saturating_add<T>);
      check(x - y, checked_sub<T>, saturating_sub<T>);
      check(x * y, checked_mul<T>, saturating_mul<T>);
      EXPECT_EQ(to_rational(absolute_difference(a, b)), abs(Rational(x - y)));
    }
  }
}

TEST(Integers, are_exact_or_refused_on_int64) { check_wide_pairs<std::int64_t>(); }

TEST(Integers, are_exact_or_refused_on_uint64) { check_wide_pairs<std::uint64_t>(); }

TEST(Integers, name_the_operands_they_refuse) {
  expect_overflow([] { return checked_add<std::uint8_t>(200, 100); },
                  "checked_add(200, 100) does not fit uint8");
  expect_overflow([] { return checked_sub<std::uint32_t>(1, 2); },
                  "checked_sub(1, 2) does not fit uint32");
  expect_overflow([] { return checked_mul(std::numeric_limits<std::int64_t>::min(), -1L); },
                  "checked_mul(-9223372036854775808, -1) does not fit int64");
}

}  // namespace
}  // namespace scrim::integers_test
