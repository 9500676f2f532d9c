#include "scrim/spaces/exact_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "scrim/errors/error.hpp"

namespace scrim::exact {
namespace {

constexpr auto largest_word = std::numeric_limits<std::uint64_t>::max();

template <class Call>
bool overflows(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind() == ErrorKind::overflow;
  }
  return false;
}

TEST(RootUp, is_the_smallest_grid_point_whose_power_is_enough) {
  std::mt19937_64 words(7);
  for (int i = 0; i < 2000; ++i) {
    const Rational x(mpz_class(static_cast<unsigned long>(words() >> (words() % 64))),
                     mpz_class(static_cast<unsigned long>(words() % 1000 + 1)));
    Rational canonical = x;
    canonical.canonicalize();
    for (const unsigned p : {1u, 2u, 3u, 7u}) {
      for (const unsigned grid : {0u, 1u, 20u}) {
        const Rational root = root_up(canonical, p, grid);
        const Rational step(1, 1ul << grid);
        ASSERT_EQ(Rational(root / step).get_den(), 1);
        ASSERT_GE(power(root, p), canonical);
        if (root > 0) {
          ASSERT_LT(power(Rational(root - step), p), canonical);
        }
      }
    }
  }
}

TEST(RootUp, of_a_power_is_exact) {
  EXPECT_EQ(root_up(0, 2, 1074), 0);
  EXPECT_EQ(root_up(25, 2, 0), 5);
  EXPECT_EQ(root_up(Rational(1, 4), 2, 1), Rational(1, 2));
  EXPECT_EQ(root_up(Rational(1, 4), 2, 0), 1);
  EXPECT_EQ(root_up(26, 2, 0), 6);
  EXPECT_EQ(root_up(Rational(3, 2), 1, 0), 2);
}

TEST(RoundUp, of_rationals_to_integers_is_the_ceiling) {
  EXPECT_EQ(round_up<std::int8_t>(Rational(253, 2)), 127);
  EXPECT_TRUE(overflows([] { static_cast<void>(round_up<std::int8_t>(Rational(255, 2))); }));
  EXPECT_EQ(round_up<std::uint8_t>(Rational(255)), 255);
  EXPECT_TRUE(overflows([] { static_cast<void>(round_up<std::uint8_t>(Rational(511, 2))); }));
  EXPECT_EQ(round_up<std::uint64_t>(scrim::to_rational(largest_word)), largest_word);
  const Rational just_above = scrim::to_rational(largest_word) + Rational(1, 1000);
  EXPECT_TRUE(overflows([&] { static_cast<void>(round_up<std::uint64_t>(just_above)); }));
  EXPECT_EQ(round_up<int>(Rational(0)), 0);
  EXPECT_EQ(round_up<int>(Rational(1, 1000000)), 1);
}

TEST(RoundUp, of_rationals_to_floats_is_the_next_float) {
  EXPECT_EQ(round_up<double>(Rational(1, 3)), std::nextafter(1.0 / 3.0, 1.0));  // 1/3 rounds down
  EXPECT_EQ(round_up<float>(Rational(1, 3)), 1.0f / 3.0f);                      // and up as a float
  Rational tiny(1);
  mpq_div_2exp(tiny.get_mpq_t(), tiny.get_mpq_t(), 5000);
  EXPECT_EQ(round_up<double>(tiny), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(round_up<float>(tiny), std::numeric_limits<float>::denorm_min());
  const Rational huge = scrim::to_rational(std::numeric_limits<double>::max()) + tiny;
  EXPECT_EQ(round_up<double>(huge), std::numeric_limits<double>::infinity());
  EXPECT_EQ(round_up<float>(huge), std::numeric_limits<float>::infinity());
}

TEST(RoundUp, of_wide_integers_agrees_with_rationals) {
  std::mt19937_64 words(11);
  for (int i = 0; i < 2000; ++i) {
    const uint128 x = ((uint128{words()} << 64) | words()) >> (words() % 128);
    ASSERT_EQ(round_up<double>(x), to_double_up(exact::to_rational(x)));
    ASSERT_EQ(round_up<float>(x), round_up<float>(exact::to_rational(x)));
  }
  EXPECT_EQ(round_up<std::uint64_t>(uint128{largest_word}), largest_word);
  EXPECT_TRUE(overflows([] { static_cast<void>(round_up<std::uint64_t>(uint128{1} << 64)); }));
  EXPECT_TRUE(overflows([] { static_cast<void>(round_up<std::int64_t>(uint128{1} << 63)); }));
  EXPECT_EQ(round_up<double>(uint128{1} << 65), 0x1p65);
  EXPECT_EQ(round_up<double>((uint128{1} << 65) + 1), 0x1.0000000000001p65);
}

TEST(GridExponent, reaches_the_smallest_subnormal) {
  EXPECT_EQ(std::ldexp(1.0, -static_cast<int>(grid_exponent<double>)),
            std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(std::ldexp(1.0f, -static_cast<int>(grid_exponent<float>)),
            std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(grid_exponent<std::int64_t>, 0u);
}

TEST(OffsetDifference, is_exact_at_the_extremes) {
  using Signed = std::numeric_limits<std::int64_t>;
  const uint128 offset = uint128{1} << 64;
  EXPECT_TRUE(offset_difference(Signed::max(), Signed::min()) == offset + largest_word);
  EXPECT_TRUE(offset_difference(Signed::min(), Signed::max()) == offset - largest_word);
  EXPECT_TRUE(offset_difference(largest_word, std::uint64_t{0}) == offset + largest_word);
  EXPECT_TRUE(offset_difference(std::uint64_t{0}, largest_word) == offset - largest_word);
  EXPECT_TRUE(offset_difference(std::int8_t{-128}, std::int8_t{127}) == offset - 255);
  EXPECT_TRUE(offset_difference(-1, -1) == offset);
}

}  // namespace
}  // namespace scrim::exact
