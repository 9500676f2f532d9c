// Millions of random arguments for the enclosures of exp and ln.
#include <gtest/gtest.h>

#include <cmath>

#include "support/edge_doubles.hpp"
#include "support/elementary_reference.hpp"

namespace scrim {
namespace {

using test::encloses_exp_minus;
using test::encloses_ln;

TEST(ExpMinus, encloses_at_random_points_up_to_708) {
  std::mt19937_64 generator(113);
  for (int i = 0; i < 1'000'000; ++i)
    ASSERT_TRUE(encloses_exp_minus(708 * test::random_fraction(generator)));
}

TEST(ExpMinus, encloses_at_random_points_of_all_magnitudes) {
  std::mt19937_64 generator(114);
  for (int i = 0; i < 1'000'000; ++i) {
    ASSERT_TRUE(encloses_exp_minus(
        std::ldexp(1 + test::random_fraction(generator), 10 - static_cast<int>(generator() % 70))));
  }
  for (int i = 0; i < 200'000; ++i) {
    ASSERT_TRUE(encloses_exp_minus(std::abs(test::random_finite_double(generator))));
  }
}

TEST(Ln, encloses_at_random_points_of_all_magnitudes) {
  std::mt19937_64 generator(116);
  for (int i = 0; i < 1'000'000; ++i) {
    const double x = std::abs(test::random_finite_double(generator));
    if (x > 0) {
      ASSERT_TRUE(encloses_ln(x));
    }
  }
}

TEST(Ln, encloses_at_random_points_of_the_unit_interval) {
  std::mt19937_64 generator(117);
  for (int i = 0; i < 1'000'000; ++i)
    ASSERT_TRUE(encloses_ln(test::random_fraction(generator) + 0x1p-54));
}

TEST(Ln, encloses_near_one) {
  std::mt19937_64 generator(118);
  for (int i = 0; i < 300'000; ++i) {
    const double distance = std::ldexp(test::random_fraction(generator), -(i % 54));
    ASSERT_TRUE(encloses_ln(1 + distance));
    ASSERT_TRUE(encloses_ln(1 - distance / 2));
  }
}

}  // namespace
}  // namespace scrim
