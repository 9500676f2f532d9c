#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "scrim/accounting/curves/concentrated_curve.hpp"
#include "scrim/accounting/curves/gaussian_curve.hpp"
#include "scrim/accounting/curves/laplace_curve.hpp"
#include "scrim/accounting/curves/privacy_curve.hpp"
#include "scrim/accounting/curves/range_curve.hpp"
#include "scrim/accounting/curves/response_curve.hpp"
#include "scrim/accounting/discretise.hpp"
#include "support/losses_by_definition.hpp"

namespace scrim::privacy_curves_test {
namespace {

using test::are_close;
using test::delta_by_definition;
using test::exact;
using test::TwoLaws;

constexpr Precision working = 160;

const std::vector<Rational> epsilons{Rational(-7), Rational(-2),     Rational(-1, 3),
                                     Rational(0),  Rational(1, 100), Rational(7, 13),
                                     Rational(1),  Rational(2),      Rational(5)};

std::string text_of(const Rational& x) { return x.get_str(); }

// Both directions: all of these are symmetric.
void expect_curve(const PrivacyCurve& curve, const TwoLaws& laws, const std::string& name) {
  const TwoLaws back = test::reversed(laws);
  for (const Rational& epsilon : epsilons) {
    const BigInterval delta = curve.delta(epsilon, working);
    EXPECT_TRUE(are_close(delta, delta_by_definition(laws, epsilon), 150, true))
        << name << " at " << text_of(epsilon) << ": " << delta.upper_double();
    EXPECT_TRUE(are_close(delta, delta_by_definition(back, epsilon), 150, true))
        << name << " backwards at " << text_of(epsilon);
  }
}

// The distribution of the losses themselves has the same delta, but for rounding up.
void expect_lattice(const PrivacyCurve& curve, const std::string& name) {
  constexpr int bits = 95;
  const auto lattice = curve.lattice(10'000, bits);
  ASSERT_TRUE(lattice.has_value()) << name;
  const LossDistribution losses = discretise_lattice(*lattice, bits);
  for (const Rational& epsilon : epsilons) {
    const BigInterval delta = delta_by_definition(losses, epsilon);
    const BigInterval truth = curve.delta(epsilon, test::definition_precision);
    EXPECT_TRUE(test::is_at_most(truth, delta)) << name << " at " << text_of(epsilon);
    EXPECT_TRUE(are_close(delta, truth, bits - 2, true)) << name << " at " << text_of(epsilon);
  }
}

TEST(LaplaceCurve, is_that_of_the_law) {
  struct Case {
    Rational scale;
    long shift;
  };
  for (const auto& [scale, shift] :
       {Case{Rational(7, 5), 1}, Case{Rational(7, 5), 2}, Case{Rational(10), 3},
        Case{Rational(1, 3), 1}, Case{Rational(31, 10), 17}, Case{Rational(2), 2}}) {
    const LaplaceCurve curve(scale, mpz_class(shift));
    const long reach = shift + static_cast<long>(scale.get_d() * 130) + 10;
    const std::string name = "laplace " + text_of(scale) + " by " + std::to_string(shift);
    expect_curve(curve, test::laplace_laws(scale, reach, shift), name);
    expect_lattice(curve, name);
  }
}

TEST(GaussianCurve, is_that_of_the_law) {
  struct Case {
    Rational variance;
    long shift;
  };
  for (const auto& [variance, shift] :
       {Case{Rational(1), 1}, Case{Rational(49, 25), 1}, Case{Rational(1, 9), 1},
        Case{Rational(16), 1}, Case{Rational(100), 7}, Case{Rational(2, 3), 2}}) {
    const GaussianCurve curve(variance, mpz_class(shift));
    const long reach = shift + static_cast<long>(std::sqrt(variance.get_d()) * 17) + 10;
    const std::string name = "gaussian " + text_of(variance) + " by " + std::to_string(shift);
    expect_curve(curve, test::gaussian_laws(variance, reach, shift), name);
    expect_lattice(curve, name);
  }
}

TEST(GaussianCurve, has_the_values_that_are_known) {
  EXPECT_NEAR(GaussianCurve(1, 1).delta(1, working).upper_double(), 0.1414, 5e-5);
  EXPECT_NEAR(GaussianCurve(16, 1).delta(1, working).upper_double(), 3.06e-6, 5e-9);
}

TEST(GaussianUpperTail, expansion_and_sum_agree) {
  for (const Rational& variance : {Rational(400), Rational(10001, 3), Rational(1'000'000)}) {
    const GaussianUpperTail summed(variance, 0x1p40);
    const GaussianUpperTail expanded(variance, 1.0);
    const auto sigma = static_cast<long>(std::sqrt(variance.get_d()));
    for (const long z :
         {-3 * sigma, -1L, 0L, 1L, 2L, sigma, 2 * sigma + 1, 6 * sigma, 11 * sigma}) {
      const BigInterval sum = summed.from(mpz_class(z), 128);
      const BigInterval expansion = expanded.from(mpz_class(z), 128);
      EXPECT_EQ(compare(sum, expansion), Order::undecided) << z;
      // Both are narrow.
      EXPECT_TRUE(are_close(sum, expansion, 90)) << text_of(variance) << " " << z;
    }
  }
}

TEST(GaussianUpperTail, far_tails_are_enclosed_from_zero) {
  for (const double least_wide : {1.0, 0x1p40}) {
    const GaussianUpperTail tail(Rational(100), least_wide);
    const BigInterval far = tail.from(mpz_class(1'000'000), 100);
    EXPECT_EQ(far.lower_double(), 0.0);
    EXPECT_LT(far.upper_double(), 0x1p-1000);
    EXPECT_EQ(tail.from(mpz_class(-1'000'000), 100).upper_double(), 1.0);
  }
}

TEST(GaussianUpperTail, a_rest_that_is_too_large_is_told) {
  // Expansion of noise that is far too narrow for it: the enclosure is wide, and right.
  const GaussianUpperTail summed(Rational(1, 4), 0x1p40);
  const GaussianUpperTail expanded(Rational(1, 4), 0x1p-20);
  for (const long z : {1L, 2L, 3L}) {
    EXPECT_EQ(compare(summed.from(mpz_class(z), 100), expanded.from(mpz_class(z), 100)),
              Order::undecided);
  }
}

TEST(ResponseCurve, is_that_of_the_law) {
  for (const Rational& epsilon : {Rational(0), Rational(1, 3), Rational(2)}) {
    for (const std::uint64_t categories : {2U, 3U, 11U}) {
      for (const Rational& delta : {Rational(0), Rational(1, 7), Rational(1)}) {
        const ResponseCurve curve(epsilon, categories, delta);
        const std::string name =
            text_of(epsilon) + " of " + std::to_string(categories) + ", " + text_of(delta);
        for (const Rational& at : epsilons) {
          const auto truth =
              delta_by_definition(test::response_laws(epsilon, categories, delta), at);
          EXPECT_TRUE(are_close(curve.delta(at, working), truth, 150, true))
              << name << " at " << text_of(at);
        }
        expect_lattice(curve, name);
      }
    }
  }
}

// All pairs of two-point laws whose losses vary by at most epsilon, on a grid of them.
TEST(RangeCurve, is_the_largest_of_its_pairs) {
  const Rational epsilon(3, 2);
  const RangeCurve curve(epsilon);
  for (const Rational& at : epsilons) {
    const BigInterval bound = curve.delta(at, test::definition_precision);
    BigInterval largest = exact(0);
    for (int i = 0; i <= 60; ++i) {
      const Rational top = epsilon * Rational(i, 60);
      const BigInterval p =
          (exp(exact(epsilon)) - exp(exact(top))) / (exp(exact(epsilon)) - exact(1));
      const TwoLaws laws{{p, p * exp(exact(-top))},
                         {exact(1) - p, (exact(1) - p) * exp(exact(epsilon - top))}};
      const BigInterval delta = delta_by_definition(laws, at);
      EXPECT_TRUE(test::is_at_most(delta, bound)) << text_of(at) << " " << i;
      if (compare(delta, largest) == Order::greater) largest = delta;
    }
    EXPECT_NEAR(largest.upper_double(), bound.upper_double(), 2e-4) << text_of(at);
  }
}

TEST(ConcentratedCurve, is_at_least_that_of_gaussian_noise) {
  for (const Rational& variance : {Rational(1), Rational(16), Rational(49, 25)}) {
    const GaussianCurve gaussian(variance, 1);
    const ConcentratedCurve curve(1 / (2 * variance), 0);
    for (const Rational& epsilon : epsilons) {
      EXPECT_TRUE(test::is_at_most(gaussian.delta(epsilon, test::definition_precision),
                                   curve.delta(epsilon, test::definition_precision)))
          << text_of(epsilon);
    }
  }
}

TEST(ConcentratedCurve, has_the_values_that_are_known) {
  // delta at the epsilon that the least bound over all orders gives for 1e-6.
  EXPECT_NEAR(
      ConcentratedCurve(Rational(1, 20), 0).delta(Rational(1472, 1000), working).upper_double(),
      1e-6, 2e-8);
  EXPECT_EQ(ConcentratedCurve(0, 0).delta(0, working).upper_double(), 0.0);
  EXPECT_NEAR(ConcentratedCurve(0, Rational(1, 8)).delta(3, working).upper_double(), 0.125, 1e-15);
}

TEST(ConcentratedCurve, is_the_least_over_all_orders) {
  const Rational rho(1, 2);
  const ConcentratedCurve curve(rho, 0);
  for (const Rational& epsilon : {Rational(1), Rational(3), Rational(12)}) {
    const BigInterval bound = curve.delta(epsilon, test::definition_precision);
    for (double alpha = 1.001; alpha < 1e4; alpha *= 1.01) {
      const Rational a = to_rational(alpha);
      const BigInterval other = exp(exact((a - 1) * (a * rho - epsilon)) +
                                    exact(a) * ln(exact(1 - 1 / a)) - ln(exact(a - 1)));
      EXPECT_TRUE(test::is_at_most(bound, other * exact(1 + Rational(1, 1 << 12)))) << alpha;
    }
  }
}

TEST(ConcentratedCurve, does_not_rise) {
  const ConcentratedCurve curve(Rational(1, 3), Rational(1, 1'000'000'000));
  double before = 1.0;
  for (int i = -200; i < 4000; ++i) {
    const double delta = curve.delta(Rational(i, 200), 128).upper_double();
    EXPECT_LE(delta, before) << i;
    before = delta;
  }
}

TEST(CurvePair, symmetrised_is_the_larger_of_both) {
  const auto narrow = std::make_shared<ResponseCurve>(Rational(2), 2, Rational(0));
  const auto wide = std::make_shared<ResponseCurve>(Rational(1), 2, Rational(1, 10));
  const CurvePair pair = CurvePair(narrow, wide).symmetrised();
  EXPECT_TRUE(pair.is_symmetric());
  for (const Rational& epsilon : epsilons) {
    const double larger = std::max(narrow->delta(epsilon, working).upper_double(),
                                   wide->delta(epsilon, working).upper_double());
    EXPECT_EQ(pair.forward()->delta(epsilon, working).upper_double(), larger);
  }
  EXPECT_EQ(CurvePair(narrow).symmetrised().forward(), narrow);
}

}  // namespace
}  // namespace scrim::privacy_curves_test
