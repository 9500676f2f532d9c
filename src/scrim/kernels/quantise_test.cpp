// The vector loops against the scalar meaning, and that against its definition.
#include "scrim/kernels/quantise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "support/instruction_sets.hpp"
#include "support/ugly_numbers.hpp"

namespace scrim::kernels::quantise_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Integers = std::vector<std::int64_t>;

/// On both sides of 0: what lies at, and next to, ties, powers of two and the ends.
std::vector<double> ugly_doubles() {
  std::vector<double> values = test::ugly_rows<double>(2000);
  std::mt19937_64 random(7);
  const auto add_around = [&](double value) {
    for (const double x : {value, std::nextafter(value, infinity), std::nextafter(value, 0.0)}) {
      values.push_back(x);
      values.push_back(-x);
    }
  };
  for (int power = -60; power <= 70; ++power) {
    add_around(std::ldexp(1.0, power));
    add_around(std::ldexp(1.0, power) + 0.5);
    add_around(std::ldexp(1.0, power) + 1.5);
    add_around(std::ldexp(static_cast<double>(random() >> 11), power - 53));
    add_around(std::floor(std::ldexp(static_cast<double>(random() >> 11), power - 53)) + 0.5);
  }
  for (int i = 0; i < 40; ++i) add_around(i + 0.5);
  return values;
}

std::vector<Steps> ugly_steps() {
  std::vector<Steps> all{{0, 0}, {-3, 5}, {2, 7}, {-9, -4}, {-1, 0}};
  for (const int power : {31, 50, 51, 52, 53, 62}) {
    const std::int64_t edge = std::int64_t{1} << power;
    for (const std::int64_t step : {-1, 0, 1}) {
      if (power == 62 && step == 1) continue;
      all.push_back({-edge - step, edge + step});
      all.push_back({1, edge + step});
      all.push_back({-edge - step, -7});
    }
  }
  return all;
}

std::vector<double> ugly_powers() {
  std::vector<double> powers;
  for (const int power : {-1022, -1021, -512, -53, -1, 0, 1, 10, 52, 511, 1021, 1022}) {
    powers.push_back(std::ldexp(1.0, power));
  }
  return powers;
}

/// By the rounding of the standard library, which the tests' processor does to the nearest even.
std::int64_t nearest_by_definition(double y, const Steps& steps) {
  const double rounded = std::nearbyint(y);
  if (rounded >= 0x1p62) return steps.upper;
  if (rounded <= -0x1p62) return steps.lower;
  return std::clamp(static_cast<std::int64_t>(rounded), steps.lower, steps.upper);
}

TEST(NearestStep, rounds_to_the_nearest_and_ties_to_even) {
  const Steps steps{-100, 100};
  EXPECT_EQ(nearest_step(0.5, steps), 0);
  EXPECT_EQ(nearest_step(1.5, steps), 2);
  EXPECT_EQ(nearest_step(2.5, steps), 2);
  EXPECT_EQ(nearest_step(-0.5, steps), 0);
  EXPECT_EQ(nearest_step(-1.5, steps), -2);
  EXPECT_EQ(nearest_step(std::nextafter(0.5, 0.0), steps), 0);
  EXPECT_EQ(nearest_step(std::nextafter(0.5, 1.0), steps), 1);
  EXPECT_EQ(nearest_step(std::nextafter(-0.5, -1.0), steps), -1);
}

TEST(NearestStep, moves_into_the_bounds) {
  const Steps steps{-3, 5};
  EXPECT_EQ(nearest_step(infinity, steps), 5);
  EXPECT_EQ(nearest_step(-infinity, steps), -3);
  EXPECT_EQ(nearest_step(-0.0, steps), 0);
  EXPECT_EQ(nearest_step(std::numeric_limits<double>::max(), steps), 5);
}

TEST(NearestStep, is_what_it_is_defined_as) {
  for (const Steps& steps : ugly_steps()) {
    for (const double y : ugly_doubles()) {
      if (std::isnan(y)) continue;
      ASSERT_EQ(nearest_step(y, steps), nearest_by_definition(y, steps))
          << y << " in " << steps.lower << ", " << steps.upper;
    }
  }
}

TEST(QuantiseValue, counts_steps_from_the_center) {
  const Steps steps{-100, 100};
  EXPECT_EQ(quantise_value(50.25, {50.0, 4.0, 1.0, steps, 0}), 1);
  EXPECT_EQ(quantise_value(49.0, {50.0, 2.0, 2.0, steps, 0}), -4);
  EXPECT_EQ(quantise_value(infinity, {50.0, 4.0, 1.0, steps, 0}), 100);
  // The difference overflows, as does the row in the true number of steps.
  EXPECT_EQ(quantise_value(-1.5e308, {1.5e308, 1.0, 1.0, steps, 0}), -100);
  // A center of 0 is none: it rounds nothing, and both zeros stay.
  EXPECT_EQ(quantise_value(0x1p-1074, {0.0, 0x1p1022, 0x1p54, steps, 0}), 4);
  EXPECT_EQ(quantise_value(-0.0, {0.0, 1.0, 1.0, steps, 7}), 0);
}

TEST(QuantiseValue, puts_what_was_said_for_a_nan) {
  const Steps steps{-3, 5};
  EXPECT_EQ(quantise_value(nan, {1.0, 1.0, 1.0, steps, 0}), 0);
  EXPECT_EQ(quantise_value(-nan, {1.0, 1.0, 1.0, steps, -4}), -4);
  EXPECT_EQ(quantise_value(nan, {1.0, 1.0, 1.0, steps, std::int64_t{1} << 61}),
            std::int64_t{1} << 61);
}

void expect_scalar_meaning(const std::vector<double>& rows, const Grid& grid) {
  Integers out(rows.size());
  quantise(rows, grid, out);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(out[i], quantise_value(rows[i], grid))
        << rows[i] << " around " << grid.center << " by " << grid.first_scale << " and "
        << grid.second_scale << " in " << grid.steps.lower << ", " << grid.steps.upper;
  }
}

TEST(Quantise, agrees_with_the_scalar_meaning_on_every_instruction_set) {
  const std::vector<double> rows = ugly_doubles();
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    SCOPED_TRACE(set.name);
    const test::ForcedInstructionSet forced(set);
    for (const Steps& steps : ugly_steps()) {
      for (const double scale : ugly_powers()) {
        expect_scalar_meaning(rows, {0.0, scale, scale < 1 ? 0.5 : 2.0, steps, 0});
      }
      for (const double center : {0.1, -0x1p40, 1e300}) {
        expect_scalar_meaning(rows, {center, 1024.0, 4.0, steps, steps.lower - 1});
      }
    }
  }
}

TEST(QuantiseSquare, agrees_with_the_scalar_meaning_on_every_instruction_set) {
  const std::vector<double> rows = ugly_doubles();
  constexpr std::int64_t narrow = std::int64_t{1} << 51;
  constexpr std::int64_t most = (std::int64_t{1} << 62) - 1;
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const double center : {0.0, 0.1, -0x1p40, 1e300}) {
      for (const double scale : ugly_powers()) {
        for (const auto& [upper, offset] : {Steps{0, 0}, Steps{1000, 0}, Steps{1001, 500},
                                            Steps{narrow, narrow}, Steps{most, most / 2}}) {
          const SquareGrid grid{-infinity,  infinity, center, scale, scale < 1 ? 0.5 : 2.0,
                                {0, upper}, offset};
          Integers out(rows.size());
          quantise_square(rows, grid, out);
          for (std::size_t i = 0; i < rows.size(); ++i) {
            ASSERT_EQ(out[i], quantise_square_value(rows[i], grid))
                << set.name << ": " << rows[i] << " around " << center << " by " << scale << " to "
                << upper << " less " << offset;
          }
        }
      }
    }
  }
}

TEST(QuantiseSquare, does_not_overflow_on_the_way) {
  const Steps steps{0, 100};
  // (2^600)^2 / 2^1198 = 4, and (2^-600)^2 * 2^1204 = 16.
  EXPECT_EQ(quantise_square_value(0x1p600, {-infinity, infinity, 0.0, 0x1p-599, 1.0, steps, 0}), 4);
  EXPECT_EQ(quantise_square_value(0x1p-600, {-infinity, infinity, 0.0, 0x1p601, 4.0, steps, 0}),
            16);
  // (2^-1074)^2 * 2^2150 = 4.
  EXPECT_EQ(
      quantise_square_value(0x1p-1074, {-infinity, infinity, 0.0, 0x1p1022, 0x1p106, steps, 0}), 4);
  EXPECT_EQ(quantise_square_value(-3.0, {-infinity, infinity, 1.0, 1.0, 1.0, steps, 0}), 16);
  EXPECT_EQ(quantise_square_value(nan, {-infinity, infinity, 1.0, 1.0, 1.0, steps, 0}), 0);
  EXPECT_EQ(quantise_square_value(-infinity, {-infinity, infinity, 1.0, 1.0, 1.0, steps, 0}), 100);
}

TEST(QuantiseSquare, takes_the_offset_off_all_but_a_nan) {
  const SquareGrid grid{-infinity, infinity, 1.0, 1.0, 1.0, {0, 100}, 50};
  EXPECT_EQ(quantise_square_value(1.0, grid), -50);
  EXPECT_EQ(quantise_square_value(-3.0, grid), -34);
  EXPECT_EQ(quantise_square_value(infinity, grid), 50);
  EXPECT_EQ(quantise_square_value(nan, grid), 0);
}

TEST(QuantiseSquare, moves_rows_between_bounds_first) {
  const SquareGrid grid{-2.0, 5.0, 1.0, 1.0, 1.0, {0, 100}, 0};
  EXPECT_EQ(quantise_square_value(-7.0, grid), 9);
  EXPECT_EQ(quantise_square_value(-infinity, grid), 9);
  EXPECT_EQ(quantise_square_value(5.5, grid), 16);
  EXPECT_EQ(quantise_square_value(infinity, grid), 16);
  EXPECT_EQ(quantise_square_value(nan, grid), 0);
  const std::vector<double> rows = ugly_doubles();
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const auto& [lower, upper] : {std::pair{-0.0, 0.0}, std::pair{0.1, 7.0 / 5.0},
                                       std::pair{-infinity, -0x1p-1074}, std::pair{-1e300, 3.0}}) {
      const SquareGrid moving{lower, upper, 0.1, 8.0, 2.0, {0, std::int64_t{1} << 51}, 3};
      Integers out(rows.size());
      quantise_square(rows, moving, out);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        ASSERT_EQ(out[i], quantise_square_value(rows[i], moving)) << set.name << ": " << rows[i];
      }
    }
  }
}

TEST(Quantise, writes_blocks_of_every_size_and_nothing_else) {
  const std::vector<double> rows = test::ugly_rows<double>(2049);
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const std::int64_t upper : {std::int64_t{5}, std::int64_t{1} << 60}) {
      const Grid grid{0.25, 1.0, 2.0, {3, upper}, -1};
      const SquareGrid squares{-1.0, 1e9, 0.5, 2.0, 1.0, {3, upper}, 4};
      for (const std::size_t size : test::ugly_sizes()) {
        const auto in = std::span<const double>(rows).subspan(1, size);
        Integers expected;
        for (const double x : in) expected.push_back(quantise_value(x, grid));
        expected.push_back(77);
        Integers out(size + 1, 77);
        quantise(in, grid, std::span(out).first(size));
        ASSERT_EQ(out, expected) << set.name << ", size " << size;

        expected.clear();
        for (const double x : in) expected.push_back(quantise_square_value(x, squares));
        expected.push_back(77);
        quantise_square(in, squares, std::span(out).first(size));
        ASSERT_EQ(out, expected) << set.name << ", size " << size;
      }
    }
  }
}

}  // namespace
}  // namespace scrim::kernels::quantise_test
