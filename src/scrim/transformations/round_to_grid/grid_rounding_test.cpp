#include "scrim/transformations/round_to_grid/grid_rounding.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "scrim/numbers/rational.hpp"
#include "support/error_of.hpp"

namespace scrim::grid_rounding_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tiny = std::numeric_limits<double>::denorm_min();
constexpr double largest = std::numeric_limits<double>::max();
constexpr std::int64_t most = std::int64_t{1} << 62;

/// floor(x / 2^exponent + 1/2) within 2^62 of 0, in rationals.
std::int64_t by_definition(double x, int exponent) {
  if (std::isinf(x)) return x > 0 ? most : -most;
  mpz_class power = mpz_class(1) << static_cast<unsigned long>(std::abs(exponent));
  const Rational step = exponent < 0 ? Rational(1) / Rational(power) : Rational(power);
  const Rational shifted = Rational(x) / step + Rational(1, 2);
  mpz_class floor;
  mpz_fdiv_q(floor.get_mpz_t(), shifted.get_num().get_mpz_t(), shifted.get_den().get_mpz_t());
  if (floor > mpz_class(static_cast<long>(most))) return most;
  if (floor < -mpz_class(static_cast<long>(most))) return -most;
  return floor.get_si();
}

std::vector<double> awkward(int exponent) {
  std::vector<double> values{0.0, -0.0,    tiny,     -tiny,    1.0,      -1.0,
                             0.1, largest, -largest, infinity, -infinity};
  for (const double steps :
       {0.5, 1.0, 1.5, 2.5, 1e9 + 0.5, 0x1p51 + 0.5, 0x1p62, 0x1p62 - 1024.0}) {
    for (const double sign : {1.0, -1.0}) {
      const double x = std::ldexp(sign * steps, exponent);
      for (const double near : {std::nextafter(x, -infinity), x, std::nextafter(x, infinity)}) {
        values.push_back(near);
      }
    }
  }
  return values;
}

TEST(RoundToStep, is_floor_of_half_a_step_more) {
  for (const int exponent : {-1022, -1000, -30, -1, 0, 1, 7, 970, 1022}) {
    for (const double x : awkward(exponent)) {
      EXPECT_EQ(round_to_step(x, exponent), by_definition(x, exponent)) << x << " " << exponent;
    }
  }
  EXPECT_EQ(round_to_step(std::numeric_limits<double>::quiet_NaN(), 0), 0);
}

TEST(RoundToSteps, does_the_same_to_each_number) {
  std::mt19937_64 random(11);
  for (const int exponent : {-1022, -1021, -1000, -34, -30, -1, 0, 1, 7, 970, 1021, 1022}) {
    std::vector<double> values = awkward(exponent);
    values.push_back(std::numeric_limits<double>::quiet_NaN());
    for (const double factor : {1e-320, 1e-3, 0.5, 1.0, 1e3, 1e15, 1e18, 1e300}) {
      std::uniform_real_distribution<double> position(-factor, factor);
      for (int round = 0; round < 1000; ++round) {
        values.push_back(std::ldexp(position(random), exponent));
        values.push_back(std::ldexp(std::round(position(random)) + 0.5, exponent));
      }
    }
    std::vector<std::int64_t> steps(values.size());
    round_to_steps(values, exponent, steps);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(steps[i], round_to_step(values[i], exponent)) << values[i] << " " << exponent;
    }
  }
}

TEST(RoundToStep, never_parts_numbers_further_than_the_map_says) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> position(-4.0, 4.0);
  for (const int exponent : {-3, 0, 2}) {
    for (int round = 0; round < 20'000; ++round) {
      const double a = std::round(position(random) * 8.0) / 16.0;
      const double b = std::round(position(random) * 8.0) / 16.0;
      const std::int64_t apart = std::abs(round_to_step(a, exponent) - round_to_step(b, exponent));
      EXPECT_LE(static_cast<std::uint64_t>(apart), steps_apart(std::abs(a - b), exponent))
          << a << " " << b;
    }
  }
}

TEST(StepsApart, rounds_up_to_whole_steps) {
  EXPECT_EQ(steps_apart(0.0, 0), 0);
  EXPECT_EQ(steps_apart(tiny, 0), 1);
  EXPECT_EQ(steps_apart(1.0, 0), 1);
  EXPECT_EQ(steps_apart(std::nextafter(1.0, 2.0), 0), 2);
  EXPECT_EQ(steps_apart(0.1, -20), 104'858);
  EXPECT_EQ(steps_apart(tiny, 1022), 1);
  SCRIM_EXPECT_ERROR(steps_apart(largest, -1022), ErrorKind::overflow, "coarser");
  SCRIM_EXPECT_ERROR(steps_apart(infinity, 0), ErrorKind::overflow, "coarser");
}

TEST(StepsApart, counts_every_entry_of_a_vector) {
  EXPECT_EQ(steps_apart_l1(0.0, 0, 5), 0);
  EXPECT_EQ(steps_apart_l1(2.0, 0, 0), 0);
  EXPECT_EQ(steps_apart_l1(2.0, 0, 1), 2);
  EXPECT_EQ(steps_apart_l1(2.0, 0, 5), 6);
  EXPECT_EQ(steps_apart_l2(0.0, 0, 5), 0.0);
  EXPECT_GE(steps_apart_l2(3.0, 0, 2), 3.0 + std::sqrt(2.0));
  EXPECT_LE(steps_apart_l2(3.0, 0, 2), 3.0 + std::sqrt(2.0) + 1e-12);
  EXPECT_GT(steps_apart_l2(tiny, 1022, 1), 1.0);
}

}  // namespace
}  // namespace scrim::grid_rounding_test
