// Millions of random arguments for the enclosure of exp.
#include <gtest/gtest.h>

#include <cmath>

#include "support/edge_doubles.hpp"
#include "support/elementary_reference.hpp"

namespace scrim::elementary_enclosure_slow_test {
namespace {

using test::encloses_exp_minus;

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

}  // namespace
}  // namespace scrim::elementary_enclosure_slow_test
