#include "scrim/measurements/report_noisy_top_k/algorithm/scaled_gap.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <random>

#include "scrim/numbers/rational.hpp"

namespace scrim::scaled_gap_test {
namespace {

bool encloses(const Interval& interval, const Rational& x) {
  return (interval.lo == -std::numeric_limits<double>::infinity() ||
          to_rational(interval.lo) <= x) &&
         (interval.hi == std::numeric_limits<double>::infinity() || to_rational(interval.hi) >= x);
}

bool encloses(const BigInterval& interval, const Rational& x) {
  return mpfr_cmp_q(interval.lower().get(), x.get_mpq_t()) <= 0 &&
         mpfr_cmp_q(interval.upper().get(), x.get_mpq_t()) >= 0;
}

/// Every enclosure holds |best - score| / scale, and they tighten.
template <Number T>
void expect_enclosed(T best, T score, double scale) {
  const ScaledGap<T> gap(best, score, scale);
  const Rational exact = abs(to_rational(best) - to_rational(score)) / to_rational(scale);
  EXPECT_EQ(gap.is_zero(), exact == 0);
  EXPECT_TRUE(encloses(gap.enclose(), exact)) << best << " - " << score << " over " << scale;
  for (const Precision precision : {128, 512, 4096}) {
    const BigInterval refined = gap.enclose(precision);
    ASSERT_TRUE(encloses(refined, exact)) << best << " - " << score << " over " << scale;
    const double upper = refined.upper_double();
    EXPECT_TRUE(std::isinf(upper) || refined.lower_double() >= std::nextafter(upper, 0.0));
  }
}

/// A positive finite double of any magnitude.
double random_scale(std::mt19937_64& random) {
  const double magnitude = std::abs(std::bit_cast<double>(random()));
  return std::isfinite(magnitude) && magnitude > 0 ? magnitude : 0.3;
}

template <Float T>
T random_float(std::mt19937_64& random) {
  using Bits = std::conditional_t<std::same_as<T, double>, std::uint64_t, std::uint32_t>;
  const T value = std::bit_cast<T>(static_cast<Bits>(random()));
  return std::isfinite(value) ? value : T{7};
}

// Scales that are no power of two: dividing by those would be exact, and the outward step of the
// quotient would hide a rounded difference.
TEST(ScaledGap, encloses_gaps_of_doubles_of_like_magnitude) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> score(-1.0, 1.0);
  std::uniform_real_distribution<double> scale(0.1, 10.0);
  for (int i = 0; i < 20'000; ++i) {
    expect_enclosed(score(random), score(random), scale(random));
    expect_enclosed(score(random), score(random) * 0x1p-30, scale(random));
  }
}

TEST(ScaledGap, encloses_gaps_of_floats_of_all_magnitudes) {
  std::mt19937_64 random(12);
  for (int i = 0; i < 3'000; ++i) {
    expect_enclosed(random_float<double>(random), random_float<double>(random),
                    random_scale(random));
    expect_enclosed(random_float<float>(random), random_float<float>(random), random_scale(random));
  }
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr double least = std::numeric_limits<double>::denorm_min();
  for (const double scale : {least, 0.1, 1.0, 3.0, largest}) {
    expect_enclosed(largest, -largest, scale);
    expect_enclosed(-largest, largest, scale);
    expect_enclosed(least, -least, scale);
    expect_enclosed(0.0, -0.0, scale);
    expect_enclosed(1.0, least, scale);
  }
}

TEST(ScaledGap, encloses_gaps_of_integers_that_no_double_holds) {
  std::mt19937_64 random(13);
  std::uniform_real_distribution<double> scale(0.1, 1e6);
  for (int i = 0; i < 10'000; ++i) {
    expect_enclosed(random(), random(), scale(random));
    expect_enclosed(static_cast<std::int64_t>(random()), static_cast<std::int64_t>(random()),
                    scale(random));
  }
  using Limits = std::numeric_limits<std::int64_t>;
  expect_enclosed(Limits::max(), Limits::min(), 0.1);
  expect_enclosed(Limits::min(), Limits::max(), 0.1);
  expect_enclosed<std::int8_t>(-128, 127, 1e6 + 1.0 / 3.0);
}

}  // namespace
}  // namespace scrim::scaled_gap_test
