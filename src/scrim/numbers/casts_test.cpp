#include "scrim/numbers/casts.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "scrim/numbers/rational.hpp"
#include "support/edge_doubles.hpp"

namespace scrim::casts_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr float float_infinity = std::numeric_limits<float>::infinity();

template <class T>
T next(T x, T direction) {
  return std::nextafter(x, direction);
}

/// Whether x >= exact, for x possibly infinite.
template <Float T>
bool is_at_least(T x, const Rational& exact) {
  return std::isinf(x) ? x > 0 : to_rational(x) >= exact;
}

template <Float T>
bool is_at_most(T x, const Rational& exact) {
  return std::isinf(x) ? x < 0 : to_rational(x) <= exact;
}

template <Float To, Number From>
void expect_directed(From x) {
  constexpr To infinite = std::numeric_limits<To>::infinity();
  const Rational exact = to_rational(x);
  const To up = cast_up<To>(x);
  const To down = cast_down<To>(x);
  EXPECT_TRUE(is_at_least(up, exact)) << +x;
  EXPECT_FALSE(is_at_least(next(up, -infinite), exact)) << +x;
  EXPECT_TRUE(is_at_most(down, exact)) << +x;
  EXPECT_FALSE(is_at_most(next(down, infinite), exact)) << +x;
  if (up == down) {
    EXPECT_EQ(exact_cast<To>(x), up);
  } else {
    EXPECT_THROW(static_cast<void>(exact_cast<To>(x)), Error) << +x;
  }
}

TEST(Casts, round_doubles_to_floats_in_the_direction_asked) {
  for (const double x : test::edge_doubles()) expect_directed<float>(x);
  for (const double x : {0x1.fffffep127, 0x1.fffffe0000001p127, 0x1.fffffefp127, 0x1.ffffffp127,
                         0x1p128, 0x1p-149, 0x1p-150, 0x1.8p-149, 0x1p-126, 0x1.fffffffp-127}) {
    expect_directed<float>(x);
    expect_directed<float>(-x);
  }
  std::mt19937_64 generator(2);
  for (int i = 0; i < 20'000; ++i) {
    expect_directed<float>(std::ldexp(test::random_fraction(generator) - 0.5,
                                      static_cast<int>(generator() % 300) - 160));
  }
}

template <Integer T>
void expect_directed_integers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {
      0, 1, Limits::max(), Limits::max() - 1, Limits::min(), Limits::min() + 1};
  for (int bit = 20; bit < Limits::digits; ++bit) {
    const auto power = static_cast<T>(T{1} << bit);
    for (const T x : {power, static_cast<T>(power - 1), static_cast<T>(power + 1)}) {
      values.push_back(x);
      if (Limits::is_signed) values.push_back(static_cast<T>(-x));
    }
  }
  std::mt19937_64 generator(3);
  for (int i = 0; i < 5'000; ++i) {
    values.push_back(static_cast<T>(generator() >> (generator() % 64)));
  }
  for (const T x : values) {
    expect_directed<double>(x);
    expect_directed<float>(x);
  }
}

TEST(Casts, round_integers_to_floats_in_the_direction_asked) {
  expect_directed_integers<std::int64_t>();
  expect_directed_integers<std::uint64_t>();
  expect_directed_integers<std::int32_t>();
  expect_directed_integers<std::uint32_t>();
}

TEST(Casts, take_ceiling_and_floor_to_integers) {
  EXPECT_EQ(cast_up<std::int32_t>(2.25), 3);
  EXPECT_EQ(cast_down<std::int32_t>(2.25), 2);
  EXPECT_EQ(cast_up<std::int32_t>(-2.25), -2);
  EXPECT_EQ(cast_down<std::int32_t>(-2.25), -3);
  EXPECT_EQ(cast_up<std::uint8_t>(-0.5), 0);
  EXPECT_EQ(cast_up<std::uint32_t>(0x1p-1074), 1U);
  EXPECT_EQ(cast_up<std::uint32_t>(2.5F), 3U);
}

TEST(Casts, reach_the_last_integer_and_refuse_the_next) {
  EXPECT_EQ(cast_down<std::uint8_t>(255.9), 255);
  EXPECT_THROW(static_cast<void>(cast_up<std::uint8_t>(255.1)), Error);
  EXPECT_THROW(static_cast<void>(cast_down<std::uint8_t>(-0.1)), Error);
  EXPECT_EQ(cast_up<std::int64_t>(-0x1p63), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(cast_up<std::int64_t>(0x1.fffffffffffffp62), 0x7ffffffffffffc00);
  EXPECT_THROW(static_cast<void>(cast_up<std::int64_t>(0x1p63)), Error);
  EXPECT_THROW(static_cast<void>(cast_down<std::int64_t>(-0x1.0000000000001p63)), Error);
  EXPECT_EQ(cast_up<std::uint64_t>(0x1.fffffffffffffp63), 0xfffffffffffff800);
  EXPECT_THROW(static_cast<void>(cast_up<std::uint64_t>(0x1p64)), Error);
}

TEST(Casts, refuse_to_make_integers_of_nan_and_infinity) {
  for (const double x : {nan, infinity, -infinity}) {
    EXPECT_THROW(static_cast<void>(cast_up<std::int64_t>(x)), Error);
    EXPECT_THROW(static_cast<void>(cast_down<std::int64_t>(x)), Error);
    EXPECT_THROW(static_cast<void>(exact_cast<std::int64_t>(x)), Error);
  }
}

TEST(Casts, keep_nan_infinity_and_signed_zero_between_floats) {
  EXPECT_TRUE(std::isnan(cast_up<float>(nan)));
  EXPECT_TRUE(std::isnan(exact_cast<float>(nan)));
  EXPECT_TRUE(std::isnan(exact_cast<double>(static_cast<float>(nan))));
  for (const double sign : {1.0, -1.0}) {
    EXPECT_EQ(cast_up<float>(sign * infinity), static_cast<float>(sign) * float_infinity);
    EXPECT_EQ(cast_down<float>(sign * infinity), static_cast<float>(sign) * float_infinity);
    EXPECT_EQ(exact_cast<float>(sign * infinity), static_cast<float>(sign) * float_infinity);
    EXPECT_EQ(std::signbit(exact_cast<float>(sign * 0.0)), sign < 0);
  }
}

TEST(Casts, between_integers_keep_the_value_or_refuse) {
  EXPECT_EQ(exact_cast<std::uint64_t>(std::int8_t{127}), 127U);
  EXPECT_EQ(exact_cast<std::int8_t>(std::int64_t{-128}), -128);
  EXPECT_THROW(static_cast<void>(exact_cast<std::uint64_t>(std::int8_t{-1})), Error);
  EXPECT_THROW(static_cast<void>(cast_up<std::int64_t>(~std::uint64_t{0})), Error);
  EXPECT_THROW(static_cast<void>(cast_down<std::uint8_t>(-1)), Error);
}

TEST(Casts, exact_refuses_fractions_and_rounding) {
  EXPECT_EQ(exact_cast<std::uint32_t>(7.0), 7U);
  EXPECT_EQ(exact_cast<std::uint32_t>(-0.0), 0U);
  EXPECT_THROW(static_cast<void>(exact_cast<std::uint32_t>(7.5)), Error);
  EXPECT_THROW(static_cast<void>(exact_cast<float>(0.1)), Error);
  EXPECT_EQ(exact_cast<double>(std::int64_t{1} << 53), 0x1p53);
  EXPECT_THROW(static_cast<void>(exact_cast<double>((std::int64_t{1} << 53) + 1)), Error);
}

TEST(Casts, name_the_value_they_refuse) {
  const auto message = [](auto cast) {
    try {
      static_cast<void>(cast());
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::overflow);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(message([] { return cast_up<std::uint8_t>(255.5); }).find("255.5 is not a value of"),
            std::string::npos);
  EXPECT_NE(message([] { return exact_cast<std::uint16_t>(-1); })
                .find("-1 is not a value of type "
                      "uint16"),
            std::string::npos);
  EXPECT_NE(message([] {
              return exact_cast<float>(~std::uint64_t{0});
            }).find("18446744073709551615 is not a value of type float"),
            std::string::npos);
}

}  // namespace
}  // namespace scrim::casts_test
