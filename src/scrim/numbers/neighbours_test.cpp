#include "scrim/numbers/neighbours.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/edge_doubles.hpp"

namespace scrim::neighbours_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

static_assert(next_up(0.0) == std::numeric_limits<double>::denorm_min());
static_assert(next_down(1.0) == 0x1.fffffffffffffp-1);

void expect_agreement(double x) {
  EXPECT_EQ(next_up(x), std::nextafter(x, infinity)) << x;
  EXPECT_EQ(next_down(x), std::nextafter(x, -infinity)) << x;
}

TEST(Neighbours, agree_with_the_library_at_the_edges) {
  for (const double x : test::edge_doubles()) expect_agreement(x);
  expect_agreement(infinity);
  expect_agreement(-infinity);
}

TEST(Neighbours, agree_with_the_library_on_random_patterns) {
  std::mt19937_64 generator(20261115);
  for (int i = 0; i < 200'000; ++i) expect_agreement(test::random_double(generator));
}

}  // namespace
}  // namespace scrim::neighbours_test
