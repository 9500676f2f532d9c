#include "scrim/measurements/laplace/make_laplace.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/space.hpp"
#include "support/error_of.hpp"

namespace scrim::make_laplace_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

auto of_one(double scale) {
  return make_laplace(atom_domain<std::int64_t>(), AbsoluteDistance<std::uint64_t>{},
                      MaxDivergence{}, {.scale = scale});
}

auto of_many(double scale) {
  return make_laplace(vector_domain<std::int64_t>(), LpDistance<1, double>{}, MaxDivergence{},
                      {.scale = scale});
}

TEST(MakeLaplace, costs_distance_over_scale) {
  EXPECT_EQ(of_one(10.0).map(1), 0.1);
  EXPECT_EQ(of_one(10.0).map(0), 0.0);
  EXPECT_EQ(of_many(10.0).map(1.0), 0.1);
  EXPECT_EQ(of_many(0x1p-20).map(3.0), 0x3p20);
  // 1/3 is no double: rounded up.
  EXPECT_GT(of_one(3.0).map(1), 1.0 / 3.0);
  EXPECT_EQ(of_one(3.0).map(1), std::nextafter(1.0 / 3.0, 1.0));
  EXPECT_TRUE(of_one(10.0).check(1, 0.1));
  EXPECT_FALSE(of_one(10.0).check(1, std::nextafter(0.1, 0.0)));
  EXPECT_EQ(of_many(10.0).map(infinity), infinity);
}

TEST(MakeLaplace, costs_its_divergence_under_concentrated_divergence) {
  for (const double scale : {7.0 / 5.0, 2.0, 10.0}) {
    const auto noise = make_laplace(vector_domain<std::int64_t>(), LpDistance<1, double>{},
                                    ZeroConcentratedDivergence{}, {.scale = scale});
    for (const int d : {1, 2, 10, 30}) {
      double divergence = 0.0;  // of the law around 0 from that around d, term by term
      const double q = std::exp(-1.0 / scale);
      for (int z = -1000; z <= 1000; ++z) {
        divergence +=
            (1 - q) / (1 + q) * std::pow(q, std::abs(z)) * (std::abs(z - d) - std::abs(z)) / scale;
      }
      EXPECT_NEAR(noise.map(d), divergence, 1e-12 * divergence) << scale << ", " << d;
      EXPECT_LE(noise.map(d), d / scale * std::tanh(d / scale / 2.0) * (1 + 1e-14));
    }
  }
}

TEST(MakeLaplace, costs_something_and_more_at_a_larger_distance_under_concentrated_divergence) {
  for (const double scale : {0x1p-1074, 0.1, 7.0 / 5.0, 1e6 + 1.0 / 3.0, 1e300}) {
    const auto noise = make_laplace(vector_domain<std::int64_t>(), LpDistance<1, double>{},
                                    ZeroConcentratedDivergence{}, {.scale = scale});
    EXPECT_EQ(noise.map(0.0), 0.0);
    EXPECT_EQ(noise.map(infinity), infinity);
    double before = 0.0;
    for (const double d : {1e-300, 1e-200, 1e-9, 0.5, 1.0, 2.0, 10.0, 1e4, 1e300}) {
      for (const double each : {d, std::nextafter(d, infinity)}) {
        EXPECT_GE(noise.map(each), before) << scale << ", " << each;
        before = noise.map(each);
        EXPECT_GT(before, 0.0);  // never rounded to nothing
      }
    }
  }
}

TEST(MakeLaplace, without_noise_releases_the_value_at_an_infinite_loss) {
  const auto exact = of_many(0.0);
  const std::vector<std::int64_t> values{-3, 0, 7};
  EXPECT_EQ(exact.invoke(values), values);
  EXPECT_EQ(exact.map(0.0), 0.0);
  EXPECT_EQ(exact.map(1.0), infinity);
  EXPECT_EQ(of_one(0.0).invoke(5), 5);
}

TEST(MakeLaplace, refuses_scales_that_are_none) {
  for (const double scale : {-0.0, -1.0, infinity, -infinity, nan}) {
    SCRIM_EXPECT_ERROR(of_one(scale), ErrorKind::invalid_argument, "make_laplace", "scale is",
                       "at least 0");
  }
  SCRIM_EXPECT_ERROR(of_one(-0.0), ErrorKind::invalid_argument, "-0");
  SCRIM_EXPECT_ERROR(make_laplace(atom_domain<std::int64_t>(), AbsoluteDistance<std::uint64_t>{},
                                  MaxDivergence{}, {}),
                     ErrorKind::invalid_argument, "NaN");  // scale left out
  SCRIM_EXPECT_ERROR(of_many(1.0).map(-1.0), ErrorKind::invalid_argument, "d_in", "-1");
  SCRIM_EXPECT_ERROR(of_many(1.0).map(nan), ErrorKind::invalid_argument, "d_in", "NaN");
}

TEST(MakeLaplace, saturates_at_the_ends_of_the_type) {
  using Limits = std::numeric_limits<std::int64_t>;
  // Between the ends with a probability of 1/64 at most.
  int drowned = 0;
  for (const std::int64_t noisy : of_many(0x1p70).invoke(std::vector(100, Limits::max()))) {
    drowned += noisy == Limits::min() || noisy == Limits::max() ? 1 : 0;
  }
  EXPECT_GT(drowned, 70);  // fewer by chance with a probability below 1e-25
  const auto bytes = make_laplace(vector_domain<std::int8_t>(), LpDistance<1, std::uint8_t>{},
                                  MaxDivergence{}, {.scale = 1e6});
  int ends = 0;
  for (const std::int8_t noisy : bytes.invoke(std::vector<std::int8_t>(100, 0))) {
    ends += noisy == -128 || noisy == 127 ? 1 : 0;
  }
  EXPECT_GT(ends, 90);  // fewer by chance with a probability below 1e-30
}

/// The mean of |noise| is about the scale: about, because 10^5 draws spread by scale / 300.
void expect_spread(double scale, std::size_t size) {
  const auto noise = of_many(scale);
  const std::vector<std::int64_t> zeros(size, 0);
  double sum = 0.0;
  std::size_t draws = 0;
  while (draws < 100'000) {
    for (const std::int64_t noisy : noise.invoke(zeros)) {
      sum += std::abs(static_cast<double>(noisy));
    }
    draws += size;
  }
  const double q = std::exp(-1.0 / scale);
  const double mean = 2.0 * q / (1.0 - q * q);  // E|Z|
  EXPECT_NEAR(sum / static_cast<double>(draws), mean, mean / 30.0) << scale << ", " << size;
}

TEST(MakeLaplace, adds_noise_of_the_scale_to_short_and_long_vectors) {
  for (const double scale : {7.0 / 5.0, 10.0, 1e6 + 1.0 / 3.0}) {
    expect_spread(scale, 10);
    expect_spread(scale, 10'000);
  }
}

TEST(MakeLaplace, adds_other_noise_to_each_entry) {
  const auto noisy = of_many(1e6).invoke(std::vector<std::int64_t>(5000, 0));
  std::size_t equal = 0;
  for (std::size_t i = 1; i < noisy.size(); ++i) equal += noisy[i] == noisy[i - 1] ? 1 : 0;
  EXPECT_LT(equal, 10U);  // otherwise with a probability below 1e-20
}

TEST(MakeLaplace, of_no_entries_is_none) {
  EXPECT_TRUE(of_many(1.0).invoke(std::vector<std::int64_t>{}).empty());
}

TEST(MakeLaplace, chains) {
  const auto noise = Space{vector_domain<std::int32_t>(), LpDistance<1, std::uint32_t>{}} >>
                     then_laplace(MaxDivergence{}, {.scale = 4.0});
  EXPECT_EQ(noise.map(1), 0.25);
  EXPECT_EQ(noise.invoke(std::vector<std::int32_t>{1, 2, 3}).size(), 3U);
}

}  // namespace
}  // namespace scrim::make_laplace_test
