#include "scrim/numbers/sum_up.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "scrim/numbers/rational.hpp"

namespace scrim::sum_up_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double sum_of(const std::vector<double>& terms) { return sum_up(terms); }

TEST(SumUp, is_exact_where_it_can_be) {
  EXPECT_EQ(sum_of({}), 0.0);
  EXPECT_EQ(sum_of({0.7}), 0.7);
  EXPECT_EQ(sum_of({1.0, 2.0, 4.0}), 7.0);
  EXPECT_EQ(sum_of({0x1p-1074, 0x1p-1074}), 0x1p-1073);
}

TEST(SumUp, is_the_least_double_that_is_not_below_the_sum) {
  for (const auto& terms : std::vector<std::vector<double>>{std::vector<double>(10, 0.1),
                                                            {1.0, 0x1p-80},
                                                            {1.0 / 3, 1.0 / 3, 1.0 / 3},
                                                            {1e6 + 1.0 / 3, 7.0 / 5, 10},
                                                            {0x1p-1074, 1.0},
                                                            {0.1, 0.2}}) {
    Rational exact = 0;
    for (const double term : terms) exact += to_rational(term);
    const double sum = sum_of(terms);
    EXPECT_GE(to_rational(sum), exact);
    EXPECT_LT(to_rational(std::nextafter(sum, 0.0)), exact);
  }
}

// Adding two at a time rounds each time: the budget would be exceeded by what nobody spent.
TEST(SumUp, rounds_once) {
  const double third = std::nextafter(1.0 / 3, 0.0);
  EXPECT_LE(sum_of({third, third, third}), 1.0);
  const std::vector<double> tenths(10, std::nextafter(0.1, 0.0));
  EXPECT_LE(sum_of(tenths), 1.0);
}

TEST(SumUp, is_infinite_where_a_term_is_or_the_sum_has_no_room) {
  EXPECT_EQ(sum_of({1.0, infinity, 2.0}), infinity);
  constexpr double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(sum_of({largest, largest}), infinity);
  EXPECT_EQ(sum_of({largest, 0.0}), largest);
}

}  // namespace
}  // namespace scrim::sum_up_test
