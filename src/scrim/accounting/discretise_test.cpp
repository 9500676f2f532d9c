#include "scrim/accounting/discretise.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "scrim/accounting/curves/concentrated_curve.hpp"
#include "scrim/accounting/curves/gaussian_curve.hpp"
#include "scrim/accounting/curves/laplace_curve.hpp"
#include "scrim/accounting/curves/range_curve.hpp"
#include "scrim/accounting/curves/response_curve.hpp"
#include "scrim/accounting/curves/steps_curve.hpp"
#include "scrim/errors/error.hpp"
#include "support/error_of.hpp"
#include "support/losses_by_definition.hpp"

namespace scrim::discretise_test {
namespace {

using test::delta_by_definition;
using test::exact;
using test::is_at_most;

// Above the curve everywhere, and at the points of the grid no more than rounding above it.
void expect_dots_connected(const PrivacyCurve& curve, int bits, const DyadicWindow& window) {
  const LossDistribution losses = connect_the_dots(curve, bits, window);
  const Rational step = losses.grid().step;
  const BigInterval unit = exact(Rational(1, mpz_class(1) << static_cast<mp_bitcnt_t>(bits)));
  const Rational lowest = losses.grid().offset;
  for (std::size_t i = 0; i + 1 < losses.size(); ++i) {
    for (const Rational& part : {Rational(0), Rational(1, 3), Rational(9, 10)}) {
      const Rational epsilon = losses.grid().loss(i) + part * step;
      const BigInterval truth = curve.delta(epsilon, test::definition_precision);
      const BigInterval delta = delta_by_definition(losses, epsilon);
      ASSERT_TRUE(is_at_most(truth, delta)) << epsilon.get_d() << " " << delta.upper_double();
      if (part == 0) {
        ASSERT_TRUE(is_at_most(delta, truth + unit + unit))
            << epsilon.get_d() << " " << delta.upper_double() << " " << truth.upper_double();
      }
    }
  }
  // Outside the window too.
  for (const Rational& epsilon :
       {Rational(lowest - 1), Rational(losses.grid().loss(losses.size()))}) {
    EXPECT_TRUE(is_at_most(curve.delta(epsilon, test::definition_precision),
                           delta_by_definition(losses, epsilon)));
  }
}

DyadicWindow window_of(int exponent, long lowest, long highest) {
  return {exponent, mpz_class(lowest), mpz_class(highest)};
}

TEST(ConnectTheDots, is_above_gaussian_noise) {
  const GaussianCurve curve(Rational(49, 25), 1);
  expect_dots_connected(curve, 40, window_of(3, -40, 40));
  expect_dots_connected(curve, 95, window_of(5, -60, 130));
}

TEST(ConnectTheDots, is_above_laplace_noise) {
  expect_dots_connected(LaplaceCurve(Rational(7, 5), 3), 60, window_of(4, -36, 36));
  // A window that is too narrow: what is left out is infinite, or moved up.
  expect_dots_connected(LaplaceCurve(Rational(7, 5), 3), 60, window_of(4, -5, 7));
}

TEST(ConnectTheDots, is_above_randomised_response_and_its_mass) {
  expect_dots_connected(ResponseCurve(Rational(1, 3), 3, Rational(1, 1000)), 60,
                        window_of(4, -9, 9));
}

TEST(ConnectTheDots, is_above_bounded_range) {
  expect_dots_connected(RangeCurve(Rational(5, 3)), 60, window_of(5, -54, 54));
}

// A least bound over many orders is no convex curve, and what it bounds is: it holds for the
// chords.
TEST(ConnectTheDots, is_above_what_a_bound_that_is_not_convex_is_above) {
  const Rational mass(1, 1'000'000);
  const ConcentratedCurve bound(Rational(1, 3), mass);
  const GaussianCurve noise(Rational(3, 2), 1);  // rho = 1 / (2 sigma^2) = 1/3
  const LossDistribution losses = connect_the_dots(bound, 80, window_of(4, -100, 150));
  const BigInterval unit = exact(Rational(1, mpz_class(1) << 80));
  for (int i = -120; i < 200; ++i) {
    const Rational epsilon(i, 16);
    const BigInterval delta = delta_by_definition(losses, epsilon);
    const BigInterval truth =
        exact(mass) + exact(1 - mass) * noise.delta(epsilon, test::definition_precision);
    ASSERT_TRUE(is_at_most(truth, delta)) << i;
    if (i > -100 && i < 150) {
      ASSERT_TRUE(is_at_most(delta, bound.delta(epsilon, test::definition_precision) + unit + unit))
          << i;
    }
  }
}

/// Some bound on Gaussian noise: of shift 1, with half as much again at every odd multiple of 1/8.
class UnevenBound final : public PrivacyCurve {
 public:
  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision precision) const override {
    const Rational eighths = 8 * epsilon;
    const bool is_odd = eighths.get_den() == 1 && mpz_odd_p(eighths.get_num_mpz_t()) != 0;
    const BigInterval bound = BigInterval::point(precision, is_odd ? Rational(3, 2) : Rational(1)) *
                              truth_.delta(epsilon, precision);
    const BigInterval whole = BigInterval::point(precision, Rational(1));
    return compare(bound, whole) == Order::less ? bound : whole;
  }
  [[nodiscard]] const GaussianCurve& truth() const { return truth_; }

 private:
  GaussianCurve truth_{Rational(49, 25), 1};
};

TEST(ConnectTheDots, takes_the_chord_where_a_bound_is_above_it) {
  constexpr int bits = 60;
  const UnevenBound bound;
  const LossDistribution losses = connect_the_dots(bound, bits, window_of(3, -20, 20));
  const BigInterval unit = exact(Rational(1, mpz_class(1) << bits));
  const BigInterval growth = exp(exact(Rational(1, 8)));
  const auto truth_at = [&](int i) {
    return bound.truth().delta(Rational(i, 8), test::definition_precision);
  };
  for (int i = -19; i < 20; ++i) {
    const BigInterval delta = delta_by_definition(losses, Rational(i, 8));
    EXPECT_TRUE(is_at_most(truth_at(i), delta)) << i;
    const bool is_odd = i % 2 != 0;
    const BigInterval chord =
        (growth * truth_at(i - 1) + truth_at(i + 1)) / (growth + exact(Rational(1)));
    EXPECT_TRUE(is_at_most(delta, (is_odd ? chord : truth_at(i)) + unit + unit)) << i;
  }
}

TEST(ConnectTheDots, refuses_windows_that_are_none) {
  const RangeCurve curve(Rational(1));
  test::expect_error([&] { (void)connect_the_dots(curve, 60, window_of(4, 3, 3)); },
                     ErrorKind::overflow, {"a window of 1 losses"});
  test::expect_error([&] { (void)connect_the_dots(curve, 60, window_of(4, -1L << 40, 1L << 40)); },
                     ErrorKind::overflow, {"coarser"});
}

TEST(LargestLoss, is_about_where_delta_is_small) {
  const GaussianCurve curve(Rational(100), 1);
  const Rational loss = largest_loss(curve, 60);
  EXPECT_LT(curve.delta(loss, 100).upper_double(), 0x1p-60);
  EXPECT_GT(curve.delta(loss * Rational(9, 10), 100).lower_double(), 0x1p-60);
  EXPECT_LE(largest_loss(RangeCurve(Rational(1)), 60), Rational(17, 16));
  // A mass that stays does not count.
  const Rational mass(1, 1'000'000'000);
  EXPECT_EQ(largest_loss(ConcentratedCurve(Rational(1, 3), mass), 60),
            largest_loss(ConcentratedCurve(Rational(1, 3), 0), 60));
}

TEST(LargestLoss, is_where_a_bound_that_rises_is_least) {
  const Rational mass(1, 1'000'000'000);
  const CurvePair one(std::make_shared<ConcentratedCurve>(Rational(1, 100), mass));
  const Rational loss = largest_loss(StepsCurve(one, 2), 60);
  EXPECT_GT(loss, Rational(1));
  EXPECT_LT(StepsCurve(one, 2).delta(loss, 100).upper_double(), 1e-8);
}

}  // namespace
}  // namespace scrim::discretise_test
