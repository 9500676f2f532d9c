#include "scrim/measurements/noise/noise_tails.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/errors/error.hpp"
#include "support/error_of.hpp"

namespace scrim::noise_tails_test {
namespace {

using test::error_of;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
const std::vector<double> confidences{0.0,  0.1,   1.0 / 3,     0.5,
                                      0.95, 0.999, 1 - 0x1p-30, 1 - 0x1p-53};

/// P[|Z| > distance] by the definition, in long doubles: right to some 15 digits.
template <class Weight>
long double tail_by_definition(const Weight& weight, std::uint64_t distance, std::uint64_t last) {
  long double beyond = 0;
  long double all = 0;
  for (std::uint64_t z = last; z > 0; --z) {
    all += 2 * weight(z);
    if (z > distance) beyond += 2 * weight(z);
  }
  return beyond / (all + weight(0));
}

long double laplace_by_definition(double scale, std::uint64_t distance) {
  const auto weight = [&](std::uint64_t z) {
    return std::exp(-static_cast<long double>(z) / static_cast<long double>(scale));
  };
  return tail_by_definition(weight, distance,
                            distance + static_cast<std::uint64_t>(60 * scale) + 3);
}

long double gaussian_by_definition(double scale, std::uint64_t distance) {
  const auto weight = [&](std::uint64_t z) {
    const long double ratio = static_cast<long double>(z) / static_cast<long double>(scale);
    return std::exp(-ratio * ratio / 2);
  };
  return tail_by_definition(weight, distance,
                            distance + static_cast<std::uint64_t>(12 * scale) + 3);
}

void expect_rounded_up(double tail, long double expected) {
  EXPECT_GE(static_cast<long double>(tail), expected * (1 - 1e-14L));
  EXPECT_LE(static_cast<long double>(tail), expected * (1 + 1e-14L));
}

TEST(LaplaceTail, is_what_the_definition_adds_up_to) {
  for (const double scale : {0.1, 0.5, 7.0 / 5, 10.0, 100.0 + 1.0 / 3}) {
    for (const std::uint64_t distance : {0U, 1U, 2U, 10U, 500U}) {
      SCOPED_TRACE(testing::Message() << "scale " << scale << ", distance " << distance);
      const long double expected = laplace_by_definition(scale, distance);
      if (expected > 1e-300L) expect_rounded_up(laplace_tail(scale, distance), expected);
    }
  }
  // 2 q / (1 + q) with q = 1/e, to the last digit and upwards.
  EXPECT_EQ(laplace_tail(1.0, 0), std::nextafter(0.53788284273999024, 1.0));
}

TEST(GaussianTail, is_what_the_definition_adds_up_to) {
  for (const double scale : {0.1, 0.5, 7.0 / 5, 10.0, 100.0 + 1.0 / 3}) {
    for (const std::uint64_t distance : {0U, 1U, 2U, 10U, 500U}) {
      SCOPED_TRACE(testing::Message() << "scale " << scale << ", distance " << distance);
      const long double expected = gaussian_by_definition(scale, distance);
      if (expected > 1e-300L) expect_rounded_up(gaussian_tail(scale, distance), expected);
    }
  }
}

// Where it is expanded instead of being added up.
TEST(GaussianTail, of_wide_noise_is_what_the_definition_adds_up_to) {
  for (const double scale : {1500.0, 1e5}) {
    for (const double deviations : {0.0, 0.5, 2.0, 6.0, 11.0}) {
      for (const std::uint64_t more : {0U, 1U}) {
        const std::uint64_t distance = static_cast<std::uint64_t>(deviations * scale) + more;
        SCOPED_TRACE(testing::Message() << "scale " << scale << ", distance " << distance);
        const long double expected = gaussian_by_definition(scale, distance);
        const auto tail = static_cast<long double>(gaussian_tail(scale, distance));
        EXPECT_GE(tail, expected * (1 - 1e-13L));
        EXPECT_LE(tail, expected * (1 + 1e-13L));
      }
    }
  }
}

TEST(GaussianTail, hardly_changes_where_it_is_expanded) {
  for (const std::uint64_t distance : {0U, 1U, 1000U, 5000U, 15'000U}) {
    EXPECT_NEAR(
        gaussian_tail(std::nextafter(1024.0, 2000.0), distance) / gaussian_tail(1024.0, distance),
        1.0, 1e-12)
        << distance;
  }
}

TEST(GaussianTailBound, is_above_the_tail_and_by_less_than_a_step) {
  for (const double scale : {0x1p-20, 0.1, 0.5, 7.0 / 5, 10.0, 100.0 + 1.0 / 3, 1000.0}) {
    for (const std::uint64_t distance : {0U, 1U, 2U, 10U, 50U, 500U}) {
      SCOPED_TRACE(testing::Message() << "scale " << scale << ", distance " << distance);
      const double bound = gaussian_tail_bound(scale, distance);
      EXPECT_GE(static_cast<long double>(bound), gaussian_by_definition(scale, distance));
      if (scale >= 10 && distance > 0) {
        EXPECT_LE(bound, gaussian_tail(scale, distance - 1));
      }
    }
  }
  EXPECT_GT(gaussian_tail_bound(2000.0, 5000), gaussian_tail(2000.0, 5000));
  EXPECT_EQ(gaussian_tail_bound(0.0, 0), 0.0);
  EXPECT_EQ(error_of([] { (void)(gaussian_tail_bound(-1.0, 0)); }).kind,
            ErrorKind::invalid_argument);
}

TEST(NoiseTails, never_vanish_and_never_exceed_one) {
  for (const double scale : {1e-3, 1.0, 1024.0, 1025.0, 1e6 + 1.0 / 3, 1e300}) {
    for (const std::uint64_t distance : {std::uint64_t{0}, std::uint64_t{1} << 40, largest}) {
      for (const double tail : {laplace_tail(scale, distance), gaussian_tail(scale, distance)}) {
        EXPECT_GT(tail, 0.0);
        EXPECT_LE(tail, 1.0);
      }
    }
  }
}

TEST(NoiseTails, of_noise_that_is_zero_are_zero) {
  EXPECT_EQ(laplace_tail(0.0, 0), 0.0);
  EXPECT_EQ(gaussian_tail(0.0, 0), 0.0);
  EXPECT_EQ(laplace_radius(0.0, 0.95), 0U);
  EXPECT_EQ(gaussian_radius(0.0, 0.95), 0U);
}

/// The tail at the radius is allowed; the one before it is not.
void expect_least(double (*tail)(double, std::uint64_t), std::uint64_t radius, double scale,
                  double confidence) {
  SCOPED_TRACE(testing::Message() << "scale " << scale << ", confidence " << confidence);
  EXPECT_LE(tail(scale, radius), 1 - confidence);
  EXPECT_TRUE(radius == 0 || tail(scale, radius - 1) > 1 - confidence);
}

TEST(LaplaceRadius, is_the_least) {
  for (const double scale : {0x1p-1074, 0.01, 7.0 / 5, 10.0, 1e6 + 1.0 / 3, 1e15}) {
    for (const double confidence : confidences) {
      expect_least(laplace_tail, laplace_radius(scale, confidence), scale, confidence);
    }
  }
  EXPECT_EQ(laplace_radius(1.0, 0.95), 3U);
}

TEST(GaussianRadius, is_the_least_where_weights_are_added) {
  for (const double scale : {0.01, 7.0 / 5, 10.0, 100.0 + 1.0 / 3}) {
    for (const double confidence : confidences) {
      expect_least(gaussian_tail, gaussian_radius(scale, confidence), scale, confidence);
    }
  }
  EXPECT_EQ(gaussian_radius(10.0, 0.95), 20U);
}

TEST(GaussianRadius, is_the_least_by_the_bound_where_they_are_many) {
  for (const double scale : {1025.0, 1e6 + 1.0 / 3, 1e15}) {
    for (const double confidence : confidences) {
      expect_least(gaussian_tail_bound, gaussian_radius(scale, confidence), scale, confidence);
    }
  }
}

TEST(GaussianRadius, hardly_changes_where_the_bound_takes_over) {
  for (const double confidence : confidences) {
    const std::uint64_t added = gaussian_radius(1024.0, confidence);
    const std::uint64_t bounded = gaussian_radius(std::nextafter(1024.0, 2000.0), confidence);
    EXPECT_GE(bounded, added);
    EXPECT_LE(bounded, added + 2);
  }
}

TEST(NoiseTails, refuse_what_is_no_scale_and_no_confidence) {
  for (const double scale : {-1.0, infinity, std::numeric_limits<double>::quiet_NaN()}) {
    for (const auto tail : {laplace_tail, gaussian_tail}) {
      EXPECT_EQ(error_of([&] { (void)tail(scale, 1); }).kind, ErrorKind::invalid_argument);
    }
    for (const auto radius : {laplace_radius, gaussian_radius}) {
      EXPECT_EQ(error_of([&] { (void)radius(scale, 0.5); }).kind, ErrorKind::invalid_argument);
    }
  }
  for (const auto radius : {laplace_radius, gaussian_radius}) {
    for (const double confidence : {-0.1, 1.0, infinity}) {
      EXPECT_EQ(error_of([&] { (void)radius(1.0, confidence); }).kind, ErrorKind::invalid_argument);
    }
    EXPECT_EQ(error_of([&] { (void)radius(1e30, 0.5); }).kind, ErrorKind::overflow);
  }
}

}  // namespace
}  // namespace scrim::noise_tails_test
