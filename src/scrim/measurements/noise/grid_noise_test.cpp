#include "scrim/measurements/noise/grid_noise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/measurements/gaussian/make_gaussian_on_grid.hpp"
#include "scrim/measurements/laplace/make_laplace_on_grid.hpp"
#include "support/error_of.hpp"

namespace scrim::grid_noise_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

auto noisy(double scale, std::optional<int> exponent = std::nullopt) {
  return make_laplace(atom_domain<double>(), AbsoluteDistance<double>{}, MaxDivergence{},
                      {.scale = scale, .exponent = exponent});
}

TEST(GridNoise, is_about_a_million_times_finer_than_the_scale) {
  const GridNoise noise = checked_grid_noise("x", {.scale = 10.0});
  EXPECT_EQ(noise.exponent, 3 - 20);
  EXPECT_EQ(noise.steps.scale, 10.0 * 0x1p17);
  EXPECT_EQ(checked_grid_noise("x", {.scale = 7.0 / 5.0, .exponent = 0}).steps.scale, 7.0 / 5.0);
}

TEST(GridNoise, keeps_the_scale_to_the_last_digit_or_refuses) {
  for (const double scale : {1e-300, 0x1p-1022, 7.0 / 5.0, 1e6 + 1.0 / 3.0, 1e300}) {
    const GridNoise noise = checked_grid_noise("x", {.scale = scale});
    EXPECT_EQ(std::ldexp(noise.steps.scale, noise.exponent), scale);
  }
  SCRIM_EXPECT_ERROR(checked_grid_noise("x", {.scale = 1e300, .exponent = -1000}),
                     ErrorKind::invalid_argument, "x: the scale is", "exponent");
  SCRIM_EXPECT_ERROR(checked_grid_noise("x", {.scale = -1.0}), ErrorKind::invalid_argument,
                     "scale is -1");
}

TEST(LaplaceOnGrid, charges_whole_steps) {
  EXPECT_EQ(noisy(10.0, 0).map(1.0), 0.1);
  EXPECT_EQ(noisy(10.0, 0).map(0.25), 0.1);  // a step at least
  EXPECT_GE(noisy(10.0).map(0.1), 0.01);
  EXPECT_NEAR(noisy(10.0).map(0.1), 0.01, 1e-6);
  EXPECT_EQ(noisy(10.0).map(0.0), 0.0);
  EXPECT_EQ(noisy(0.0).map(1.0), infinity);
}

TEST(LaplaceOnGrid, releases_multiples_of_the_step_near_the_number) {
  const auto measurement = noisy(2.0, -4);
  double sum = 0.0;
  constexpr int releases = 20'000;
  for (int i = 0; i < releases; ++i) {
    const double released = measurement.invoke(100.3);
    EXPECT_EQ(released * 16.0, std::round(released * 16.0));
    sum += released;
  }
  // The grid has 100.3125 nearest; five standard deviations of the mean.
  EXPECT_NEAR(sum / releases, 100.3125, 5.0 * 2.0 * std::sqrt(2.0 / releases));
  EXPECT_EQ(noisy(0.0, -4).invoke(100.3), 100.3125);
}

TEST(LaplaceOnGrid, is_defined_for_every_number) {
  EXPECT_TRUE(std::isfinite(noisy(1.0).invoke(infinity)));
  EXPECT_LT(noisy(1.0).invoke(-infinity), -1e12);
  EXPECT_TRUE(std::isfinite(noisy(1.0).invoke(std::numeric_limits<double>::max())));
}

TEST(NoiseOnGrid, takes_vectors_of_known_size) {
  const auto pairs = vector_domain<double>().with_size(2);
  const auto laplace =
      make_laplace(pairs, LpDistance<1, double>{}, MaxDivergence{}, {.scale = 8.0, .exponent = 0});
  EXPECT_EQ(laplace.map(1.0), 2.0 / 8.0);  // each of two entries may go to another step
  EXPECT_EQ(laplace.invoke(std::vector{1.0, 2.0}).size(), 2);
  const auto gaussian =
      make_gaussian(pairs, LpDistance<2, double>{}, ZeroConcentratedDivergence{}, {.scale = 10.0});
  EXPECT_NEAR(gaussian.map(1.0), 1.0 / 200.0, 1e-6);
  EXPECT_GE(gaussian.map(1.0), 1.0 / 200.0);
  EXPECT_EQ(gaussian.invoke(std::vector{1.0, 2.0}).size(), 2);
  SCRIM_EXPECT_ERROR(make_laplace(vector_domain<double>(), LpDistance<1, double>{}, MaxDivergence{},
                                  {.scale = 1.0}),
                     ErrorKind::mismatch, "unknown size");
}

TEST(NoiseOnIntegers, has_no_grid) {
  SCRIM_EXPECT_ERROR(make_laplace(atom_domain<std::int64_t>(), AbsoluteDistance<std::uint64_t>{},
                                  MaxDivergence{}, {.scale = 1.0, .exponent = -3}),
                     ErrorKind::invalid_argument, "make_laplace", "integers have no grid");
  SCRIM_EXPECT_ERROR(make_gaussian(atom_domain<std::int64_t>(), AbsoluteDistance<std::uint64_t>{},
                                   ZeroConcentratedDivergence{}, {.scale = 1.0, .exponent = -3}),
                     ErrorKind::invalid_argument, "make_gaussian", "integers have no grid");
}

}  // namespace
}  // namespace scrim::grid_noise_test
