#include "scrim/measurements/gaussian/make_gaussian.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/measurements/noise/gaussian_variance.hpp"
#include "scrim/spaces/space.hpp"
#include "support/error_of.hpp"

namespace scrim::make_gaussian_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

auto of_one(double scale) {
  return make_gaussian(atom_domain<std::int64_t>(), AbsoluteDistance<std::uint64_t>{},
                       ZeroConcentratedDivergence{}, {.scale = scale});
}

auto of_many(double scale) {
  return make_gaussian(vector_domain<std::int64_t>(), LpDistance<2, double>{},
                       ZeroConcentratedDivergence{}, {.scale = scale});
}

TEST(MakeGaussian, costs_half_the_square_of_distance_over_scale) {
  EXPECT_EQ(of_one(10.0).map(1), 1.0 / 200.0);
  EXPECT_EQ(of_many(10.0).map(1.0), 1.0 / 200.0);
  EXPECT_EQ(of_many(10.0).map(0.0), 0.0);
  EXPECT_EQ(of_many(0x1p-20).map(1.0), 0x1p39);
  EXPECT_EQ(of_many(10.0).map(infinity), infinity);
  // Rounded up, once: 1/18 is no double, and its nearest one is below it or above.
  const double rho = of_one(3.0).map(1);
  EXPECT_GE(to_rational(rho), Rational(1, 18));
  EXPECT_LT(to_rational(std::nextafter(rho, 0.0)), Rational(1, 18));
  EXPECT_GT(of_many(1.0).map(1e-200), 0.0);  // never rounded to nothing
  EXPECT_EQ(of_many(1.0).map(1e300), infinity);
  EXPECT_TRUE(of_one(10.0).check(1, 1.0 / 200.0));
}

TEST(MakeGaussian, does_not_round_the_square_of_the_scale) {
  for (const double scale : {0.1, 0.7, 1e6 + 1.0 / 3.0}) {
    EXPECT_EQ(gaussian_variance(scale), to_rational(scale) * to_rational(scale));
    EXPECT_NE(gaussian_variance(scale), to_rational(scale * scale));
  }
}

TEST(MakeGaussian, without_noise_releases_the_value_at_an_infinite_loss) {
  const auto exact = of_many(0.0);
  const std::vector<std::int64_t> values{-3, 0, 7};
  EXPECT_EQ(exact.invoke(values), values);
  EXPECT_EQ(exact.map(0.0), 0.0);
  EXPECT_EQ(exact.map(1.0), infinity);
}

TEST(MakeGaussian, refuses_scales_that_are_none) {
  for (const double scale : {-0.0, -1.0, infinity, -infinity, nan}) {
    SCRIM_EXPECT_ERROR(of_one(scale), ErrorKind::invalid_argument, "make_gaussian", "scale is",
                       "at least 0");
  }
  SCRIM_EXPECT_ERROR(of_one(0x1p53), ErrorKind::invalid_argument, "make_gaussian", "at most",
                     "4503599627370496");
  EXPECT_NO_THROW((void)of_one(0x1p52));
  SCRIM_EXPECT_ERROR(of_many(1.0).map(-1.0), ErrorKind::invalid_argument, "d_in", "-1");
}

TEST(MakeGaussian, saturates_at_the_ends_of_the_type) {
  const auto bytes = make_gaussian(vector_domain<std::int8_t>(), LpDistance<2, double>{},
                                   ZeroConcentratedDivergence{}, {.scale = 1e6});
  int ends = 0;
  for (const std::int8_t noisy : bytes.invoke(std::vector<std::int8_t>(100, 0))) {
    ends += noisy == -128 || noisy == 127 ? 1 : 0;
  }
  EXPECT_GT(ends, 90);  // fewer by chance with a probability below 1e-30
}

/// The mean of the squares is about the variance: about, because 10^5 draws spread by 1/220 of it.
void expect_spread(double scale, std::size_t size) {
  const auto noise = of_many(scale);
  const std::vector<std::int64_t> zeros(size, 0);
  double sum = 0.0;
  std::size_t draws = 0;
  while (draws < 100'000) {
    for (const std::int64_t noisy : noise.invoke(zeros)) {
      sum += static_cast<double>(noisy) * static_cast<double>(noisy);
    }
    draws += size;
  }
  EXPECT_NEAR(sum / static_cast<double>(draws) / (scale * scale), 1.0, 0.04)
      << scale << ", " << size;
}

TEST(MakeGaussian, adds_noise_of_the_scale_to_short_and_long_vectors) {
  for (const double scale : {7.0 / 5.0, 10.0, 1e6 + 1.0 / 3.0}) {
    expect_spread(scale, 10);
    expect_spread(scale, 10'000);
  }
}

TEST(MakeGaussian, chains) {
  const auto noise = Space{vector_domain<std::int32_t>(), LpDistance<2, double>{}} >>
                     then_gaussian(ZeroConcentratedDivergence{}, {.scale = 4.0});
  EXPECT_EQ(noise.map(1.0), 1.0 / 32.0);
  EXPECT_EQ(noise.invoke(std::vector<std::int32_t>{1, 2, 3}).size(), 3U);
}

}  // namespace
}  // namespace scrim::make_gaussian_test
