#include "scrim/combinators/convert_measure/make_convert_measure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"

namespace scrim::make_convert_measure_test {
namespace {

auto selection(std::size_t k, double scale) {
  return make_report_noisy_top_k(vector_domain<double>(), RangeDistance<double>{},
                                 RangeDivergence{},
                                 {.k = k, .scale = scale, .optimize = Optimize::max});
}

TEST(ConvertMeasure, takes_a_range_for_an_epsilon) {
  const auto pure = make_convert_measure(selection(1, 0.5), MaxDivergence{});
  EXPECT_EQ(pure.map(1.5), 3.0);
  EXPECT_EQ(pure.privacy_map().backward(3.0), 1.5);
}

TEST(ConvertMeasure, takes_an_eighth_of_the_squared_range_for_rho) {
  const auto concentrated = make_convert_measure(selection(1, 0.5), ZeroConcentratedDivergence{});
  EXPECT_EQ(concentrated.map(1.5), 9.0 / 8.0);
  EXPECT_EQ(concentrated.privacy_map().backward(9.0 / 8.0), 1.5);
}

TEST(ConvertMeasure, agrees_with_the_price_of_the_measure_itself_for_one_selection) {
  const auto direct = make_report_noisy_top_k(vector_domain<double>(), RangeDistance<double>{},
                                              ZeroConcentratedDivergence{},
                                              {.k = 1, .scale = 1.4, .optimize = Optimize::max});
  EXPECT_EQ(make_convert_measure(selection(1, 1.4), ZeroConcentratedDivergence{}).map(0.3),
            direct.map(0.3));
}

TEST(ConvertMeasure, rounds_up) {
  const auto to_rho = conversion_map(RangeDivergence{}, ZeroConcentratedDivergence{});
  const double third = 1.0 / 3.0;
  const double rho = to_rho.forward(third);
  // Against the product computed without rounding: third * third needs 106 bits.
  EXPECT_GE(std::fma(-third, third, rho * 8.0), 0.0);
  EXPECT_LT(std::nextafter(rho, 0.0) * 8.0, third * third);
  EXPECT_EQ(to_rho.forward(1e300), std::numeric_limits<double>::infinity());
  EXPECT_GT(to_rho.forward(1e-200), 0.0);
}

TEST(ConvertMeasure, leaves_the_release_as_it_is) {
  const auto exact = make_convert_measure(selection(2, 0.0), MaxDivergence{});
  EXPECT_EQ(exact.invoke(std::vector{1.0, 3.0, 2.0}), (std::vector<std::size_t>{1, 2}));
}

}  // namespace
}  // namespace scrim::make_convert_measure_test
