// The price of a selection is never understated, to the last bit: compared with exact rational
// arithmetic.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>

#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim::selection_price_rounding_test {
namespace {

Rational exact_price(MaxDivergence, std::size_t k, const Rational& epsilon) {
  return to_rational(k) * epsilon;
}
Rational exact_price(RangeDivergence, std::size_t k, const Rational& epsilon) {
  return (2 * to_rational(k) - 1) * epsilon;
}
/// r - 1 - ln(r) with r = epsilon / (exp(epsilon) - 1), from below, by far more digits than are
/// compared.
Rational exact_price(ZeroConcentratedDivergence, std::size_t k, const Rational& epsilon) {
  constexpr Precision precision = 1024;
  const BigInterval one = BigInterval::point(precision, 1.0);
  const BigInterval e = BigInterval::point(precision, epsilon);
  const BigInterval r = e * exp(-e) / (one - exp(-e));
  Rational price;
  const BigInterval log_r =
      ln(e / (one - exp(-e))) - e;  // as exp(-e) may be too small for a number
  mpfr_get_q(price.get_mpq_t(), (r - one - log_r).lower().get());
  return to_rational(k) * price;
}

template <class MO>
class SelectionPriceRounding : public testing::Test {
 public:
  /// The price lies above the exact one, by no more than the roundings of its few operations.
  template <class T>
  static void expect_sound(T range, std::size_t k, double scale) {
    const auto selection =
        make_report_noisy_top_k(vector_domain<T>(), RangeDistance<T>{}, MO{},
                                {.k = k, .scale = scale, .optimize = Optimize::max});
    const Rational epsilon = to_rational(range) / to_rational(scale);
    const Rational exact = exact_price(MO{}, k, epsilon);
    const Rational price = to_rational(selection.map(range));
    EXPECT_GE(price, exact) << range << " / " << scale << ", k = " << k;
    EXPECT_LE(price, exact * (1 + to_rational(0x1p-48)))
        << range << " / " << scale << ", k = " << k;
  }
};

using Measures = testing::Types<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;
TYPED_TEST_SUITE(SelectionPriceRounding, Measures);

TYPED_TEST(SelectionPriceRounding, is_upward_at_ugly_parameters) {
  std::mt19937_64 random(23);
  std::uniform_real_distribution<double> range(0.0, 10.0);
  std::uniform_real_distribution<double> scale(0.01, 1000.0);
  for (int i = 0; i < 3'000; ++i) {
    this->expect_sound(range(random), 1 + random() % 9, scale(random));
  }
}

TYPED_TEST(SelectionPriceRounding, is_upward_for_ranges_that_no_double_holds) {
  std::mt19937_64 random(29);
  constexpr std::uint64_t first = (std::uint64_t{1} << 53) + 1;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const double scale : {1.0, 0x1p40, 0.1}) {
    for (const std::uint64_t range : {first, 2 * first + 1, most - 1024, most}) {
      this->expect_sound(range, 1, scale);
      this->expect_sound(range, 3, scale);
    }
  }
  for (int i = 0; i < 3'000; ++i) {
    this->expect_sound(random(), 1 + random() % 9, static_cast<double>(1 + random() % 1000) / 7.0);
  }
}

}  // namespace
}  // namespace scrim::selection_price_rounding_test
