#include "scrim/measurements/report_noisy_top_k/algorithm/halvings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "scrim/measurements/report_noisy_top_k/algorithm/scaled_gap.hpp"
#include "scrim/numbers/big_interval.hpp"

namespace scrim::halvings_test {
namespace {

constexpr int most = 63;
constexpr Precision precision = 256;

/// The real number that is bounded.
template <Number T>
BigInterval exact_halvings(T a, T b, double scale) {
  const auto ln2 = ln(BigInterval::point(precision, 2.0));
  return ScaledGap<T>(a, b, scale).enclose(precision) / ln2;
}

/// Sound, and at most one less than the best bound, and that only next to an integer.
template <Number T>
void expect_bound(T a, T b, double scale) {
  const int count = Halvings(scale).count(a, b, most);
  const BigInterval truth = exact_halvings(a, b, scale);
  ASSERT_LE(count, truth.lower_double()) << a << " " << b << " / " << scale;
  ASSERT_EQ(count, Halvings(scale).count(b, a, most));
  if (scale > 1e-260 && scale < 1e260) {
    const double almost = truth.upper_double() * (1.0 - 0x1p-46);
    ASSERT_GE(count, std::min<double>(most, std::floor(almost))) << a << " " << b << " / " << scale;
  }
}

TEST(Halvings, bound_the_gap_from_below_and_closely) {
  std::mt19937_64 engine(23);
  std::uniform_real_distribution<double> exponent(-12.0, 12.0);
  for (int i = 0; i < 20'000; ++i) {
    const double scale = std::exp2(exponent(engine));
    expect_bound(std::exp2(exponent(engine)), -std::exp2(exponent(engine)), scale);
    expect_bound<std::uint64_t>(engine() >> (engine() % 64), engine() >> (engine() % 64),
                                scale * static_cast<double>(1 + (engine() >> (engine() % 64))));
    expect_bound(static_cast<std::int64_t>(engine()), static_cast<std::int64_t>(engine()),
                 0x1p60 * scale);
  }
}

// A gap of n ln 2 as nearly as doubles allow: on which side it lies is up to the last digit.
TEST(Halvings, never_exceed_a_gap_next_to_an_integer_of_them) {
  for (int n = 1; n <= most; ++n) {
    const double gap = n * 0.693147180559945309417232;
    for (const double scale : {1.0, 7.0 / 5.0, 10.0, 0x1p-20, 1e6 + 1.0 / 3.0}) {
      double near = gap * scale;
      for (int step = 0; step < 4; ++step) near = std::nextafter(near, 0.0);
      for (int step = 0; step < 9; ++step, near = std::nextafter(near, 1e300)) {
        expect_bound(near, 0.0, scale);
      }
    }
  }
}

TEST(Halvings, stay_sound_where_doubles_end) {
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr double smallest = std::numeric_limits<double>::denorm_min();
  for (const double scale : {smallest, 1e-320, 0x1p-1022, 1e-300, 1.0, 1e300, 0x1p1000, largest}) {
    for (const double a : {0.0, smallest, 1e-300, 1.0, 1e300, largest}) {
      for (const double b : {-largest, -1e300, -1.0, -smallest, -0.0}) expect_bound(a, b, scale);
    }
    using Limits = std::numeric_limits<std::int64_t>;
    expect_bound(Limits::min(), Limits::max(), scale);
    expect_bound(Limits::min(), Limits::min(), scale);
  }
  EXPECT_EQ(Halvings(1.0).count(0.0, largest, most), most);
  EXPECT_EQ(Halvings(smallest).count(2.0, 2.0, most), 0);
}

}  // namespace
}  // namespace scrim::halvings_test
