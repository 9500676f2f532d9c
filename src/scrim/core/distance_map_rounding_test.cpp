// A map never understates, to the last bit: compared with exact rational arithmetic.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>

#include "scrim/core/distance_map.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim::distance_map_rounding_test {
namespace {

/// d_out is not below the exact product, and above it by no more than two roundings: of d_in, and
/// of the product.
template <Number QI>
void expect_sound(QI d_in, double constant) {
  const double d_out = DistanceMap<QI, double>::from_constant(constant).forward(d_in);
  const Rational exact = to_rational(d_in) * to_rational(constant);
  EXPECT_GE(to_rational(d_out), exact) << d_in << " * " << constant;
  EXPECT_LE(to_rational(d_out), exact * (1 + to_rational(0x1p-50))) << d_in << " * " << constant;
}

TEST(DistanceMapRounding, never_understates_an_integer_that_no_double_holds) {
  constexpr std::uint64_t first = (std::uint64_t{1} << 53) + 1;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const double constant : {1.0, 0.1, 3.0}) {
    for (const std::uint64_t d_in :
         {first, first + 1, 2 * first + 1, most - 1024, most - 1, most}) {
      expect_sound(d_in, constant);
    }
  }
  EXPECT_FALSE((DistanceMap<std::uint64_t, double>::from_constant(1.0).check(first, 0x1p53)));
}

TEST(DistanceMapRounding, never_understates_a_product) {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> factor(0.01, 100.0);
  for (int i = 0; i < 10'000; ++i) {
    expect_sound(factor(random), factor(random));
    expect_sound(random(), factor(random));
    expect_sound(static_cast<std::uint32_t>(random()), factor(random));
  }
}

}  // namespace
}  // namespace scrim::distance_map_rounding_test
