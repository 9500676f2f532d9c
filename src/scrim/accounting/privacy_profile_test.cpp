#include "scrim/accounting/privacy_profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "scrim/accounting/amplification.hpp"
#include "scrim/accounting/curves/gaussian_curve.hpp"
#include "scrim/accounting/curves/laplace_curve.hpp"
#include "scrim/accounting/curves/response_curve.hpp"
#include "scrim/accounting/curves/sampled_curves.hpp"
#include "scrim/accounting/curves/steps_curve.hpp"
#include "support/error_of.hpp"
#include "support/losses_by_definition.hpp"

namespace scrim::privacy_profile_test {
namespace {

using test::are_close;
using test::delta_by_definition;
using test::exact;
using test::is_at_most;
using test::TwoLaws;

constexpr Precision precision = 256;

PrivacyProfile repeated(const PrivacyProfile& one, std::uint64_t times) {
  PrivacyProfile all;
  all.add(one, times);
  return all;
}

/// What a release says of data without a row and with it, where the row is seen at a rate.
TwoLaws seen_at(const Rational& rate, TwoLaws laws) {
  for (auto& [p, q] : laws) p = exact(rate) * p + exact(1 - rate) * q;
  return laws;
}

double larger_direction(const TwoLaws& laws, double epsilon) {
  const Rational at = to_rational(epsilon);
  return std::max(delta_by_definition(laws, at).lower_double(),
                  delta_by_definition(test::reversed(laws), at).lower_double());
}

// Both identities, at epsilons of either sign, and where 1 - e^epsilon (1 - rate) changes its sign.
TEST(SampledCurves, are_those_of_the_mixture) {
  for (const Rational& rate :
       {Rational(1, 2), Rational(1, 10), Rational(6, 7), Rational(1, 1000)}) {
    for (const Rational& width : {Rational(7, 5), Rational(1, 3), Rational(4)}) {
      const TwoLaws laws = seen_at(rate, test::response_laws(width, 3));
      const CurvePair sampled =
          sampled_curves(CurvePair(std::make_shared<ResponseCurve>(width, 3, Rational(0))), rate);
      EXPECT_FALSE(sampled.is_symmetric());
      for (int i = -40; i <= 40; ++i) {
        const Rational epsilon(i, 9);
        EXPECT_TRUE(are_close(sampled.forward()->delta(epsilon, precision),
                              delta_by_definition(laws, epsilon), 200, true))
            << rate << " " << width << " " << epsilon;
        EXPECT_TRUE(are_close(sampled.backward()->delta(epsilon, precision),
                              delta_by_definition(test::reversed(laws), epsilon), 200, true))
            << rate << " " << width << " " << epsilon;
      }
    }
  }
}

TEST(SampledCurves, of_noise_are_those_of_the_mixture) {
  const Rational rate(3, 10);
  const TwoLaws laws = seen_at(rate, test::laplace_laws(Rational(7, 5), 600, 3));
  const CurvePair sampled =
      sampled_curves(CurvePair(std::make_shared<LaplaceCurve>(Rational(7, 5), 3)), rate);
  for (int i = -20; i <= 20; ++i) {
    const Rational epsilon(i, 7);
    EXPECT_TRUE(are_close(sampled.forward()->delta(epsilon, precision),
                          delta_by_definition(laws, epsilon), 200, true));
    EXPECT_TRUE(are_close(sampled.backward()->delta(epsilon, precision),
                          delta_by_definition(test::reversed(laws), epsilon), 200, true));
  }
}

TEST(SampledCurves, are_told_at_any_epsilon) {
  const CurvePair all(std::make_shared<ResponseCurve>(Rational(1), 2, Rational(1, 1000)));
  for (const Rational& rate : {Rational(1, 3), Rational(1, mpz_class(1) << 200)}) {
    for (const int exponent : {-300, -1, 30, 41, 200}) {
      Rational epsilon = 1;
      if (exponent < 0) {
        epsilon = Rational(1, mpz_class(1) << static_cast<mp_bitcnt_t>(-exponent));
      } else {
        epsilon = Rational(mpz_class(1) << static_cast<mp_bitcnt_t>(exponent));
      }
      for (const CurvePair& pair : {sampled_curves(all, rate), sampled_of_size_curves(all, rate)}) {
        for (const SharedCurve& curve : {pair.forward(), pair.backward()}) {
          const double delta = curve->delta(epsilon, precision).upper_double();
          EXPECT_GE(delta, 0.0);
          EXPECT_LE(delta, to_double_up(rate)) << exponent;
        }
      }
    }
  }
}

// Of data that are some rows apart the worst are no worse, whichever way each row goes.
TEST(StepsCurve, is_at_or_above_every_path) {
  const Rational rate(1, 3);
  const TwoLaws one = seen_at(rate, test::response_laws(Rational(2), 2));
  const CurvePair curves =
      sampled_curves(CurvePair(std::make_shared<ResponseCurve>(Rational(2), 2, Rational(0))), rate);
  const StepsCurve two(curves, 2);
  // The row comes, and then another that says the opposite: P(1) - a, a - Q(1).
  const auto& [p, q] = one.front();
  const TwoLaws worst{{p, one[1].first}, {one[1].first, p}};
  for (int i = 0; i < 30; ++i) {
    const Rational epsilon(i, 10);
    EXPECT_TRUE(is_at_most(delta_by_definition(worst, epsilon), two.delta(epsilon, precision)));
    EXPECT_TRUE(
        is_at_most(curves.forward()->delta(epsilon, precision), two.delta(epsilon, precision)));
  }
  EXPECT_EQ(StepsCurve(curves, 1).delta(Rational(1, 7), precision).upper_double(),
            curves.symmetrised().forward()->delta(Rational(1, 7), precision).upper_double());
  EXPECT_LE(StepsCurve(curves, 1u << 31).delta(Rational(1), precision).upper_double(), 1.0);
}

// Noise that hides one step hides several worse: what is known of a shift by as many bounds the
// curve from below.
TEST(StepsCurve, of_a_shift_by_one_is_at_or_above_that_of_a_shift_by_as_many) {
  const Rational scale(7, 5);
  const CurvePair one(std::make_shared<LaplaceCurve>(scale, 1));
  for (const unsigned steps : {2u, 3u, 7u}) {
    const LaplaceCurve all(scale, mpz_class(steps));
    const StepsCurve bound(one, steps);
    for (int i = 0; i < 30; ++i) {
      const Rational epsilon(i, 10);
      EXPECT_TRUE(is_at_most(all.delta(epsilon, precision), bound.delta(epsilon, precision)))
          << steps << " " << i;
    }
  }
}

TEST(PrivacyProfile, of_one_release_is_its_curve) {
  const auto laws = test::laplace_laws(Rational(7, 5), 600, 3);
  const PrivacyProfile one = PrivacyProfile::of_laplace(1.4, 3);
  for (const double epsilon : {0.0, 0.3, 1.0, 2.0}) {
    const double truth = delta_by_definition(laws, to_rational(epsilon)).lower_double();
    EXPECT_GE(one.delta(epsilon), truth);
    EXPECT_LE(one.delta(epsilon), truth * (1 + 1e-12));
  }
}

TEST(PrivacyProfile, of_a_sample_is_that_of_the_mixture) {
  for (const double rate : {0.5, 0.125}) {
    const TwoLaws laws = seen_at(to_rational(rate), test::response_laws(Rational(2), 3));
    const PrivacyProfile sampled = PrivacyProfile::of_randomised_response(2.0, 3).sampled(rate);
    for (const double epsilon : {0.0, 0.05, 0.4, 0.9, 1.6}) {
      const double truth = larger_direction(laws, epsilon);
      EXPECT_GE(sampled.delta(epsilon), truth);
      EXPECT_LE(sampled.delta(epsilon), truth * (1 + 1e-12));
    }
    // As a pure loss.
    const double pure = amplified_loss(2.0, rate);
    EXPECT_EQ(sampled.delta(pure), 0.0);
    EXPECT_LE(sampled.epsilon(0.0), pure);
  }
}

TEST(PrivacyProfile, of_two_samples_is_that_of_both_mixtures) {
  const double rate = 0.1;
  const TwoLaws laws = seen_at(to_rational(rate), test::response_laws(Rational(2), 2));
  const PrivacyProfile sampled = PrivacyProfile::of_randomised_response(2.0, 2).sampled(rate);
  const PrivacyProfile two = repeated(sampled, 2);
  for (const double epsilon : {0.0, 0.1, 0.4, 0.7}) {
    const double truth = larger_direction(test::both(laws, laws), epsilon);
    EXPECT_GE(two.delta(epsilon), truth);
    EXPECT_LE(two.delta(epsilon), truth * 1.002 + 1e-12);
  }
  EXPECT_NEAR(two.delta(0.4), 0.0181, 1e-4);
  // Where a row may come here and go there, what both lose together is more.
  const PrivacyProfile any_way = repeated(sampled.either_way(), 2);
  EXPECT_GE(any_way.delta(0.4), larger_direction(test::both(laws, test::reversed(laws)), 0.4));
  EXPECT_GT(any_way.delta(0.4), 0.029);
  // One release says the same either way.
  EXPECT_EQ(sampled.either_way().delta(0.4), sampled.delta(0.4));
}

TEST(PrivacyProfile, a_sample_may_be_seen_by_several_releases) {
  const Rational rate(1, 4);
  const TwoLaws inner =
      test::both(test::response_laws(Rational(1), 2), test::laplace_laws(Rational(2), 200, 1));
  const TwoLaws laws = seen_at(rate, inner);
  PrivacyProfile all = PrivacyProfile::of_randomised_response(1.0, 2);
  all.add(PrivacyProfile::of_laplace(2.0, 1));
  const PrivacyProfile sampled = all.sampled(0.25);
  for (const double epsilon : {0.0, 0.1, 0.4}) {
    const double truth = larger_direction(laws, epsilon);
    EXPECT_GE(sampled.delta(epsilon), truth);
    EXPECT_LE(sampled.delta(epsilon), truth * 1.01 + 1e-9);
  }
  // Samples drawn afresh for each release lose something else.
  EXPECT_FALSE(sampled == PrivacyProfile::of_randomised_response(1.0, 2).sampled(0.25));
}

// sigma 100 for a sensitivity of 100 is close to the continuous law, of which others have computed
// the losses.
TEST(PrivacyProfile, knows_many_sampled_gaussians) {
  const PrivacyProfile steps =
      repeated(PrivacyProfile::of_gaussian(100.0, 100).sampled(0.01), 1000);
  EXPECT_NEAR(steps.epsilon(1e-5), 1.8282, 2e-3);
}

TEST(PrivacyProfile, of_a_fixed_size_is_amplified_once) {
  const PrivacyProfile one = PrivacyProfile::of_laplace(1.0, 2);
  const PrivacyProfile sampled = one.sampled_of_size(Fraction{1, 4});
  for (const double epsilon : {0.0, 0.2, 0.7}) {
    const double inner = std::log1p(std::expm1(epsilon) * 4);
    EXPECT_NEAR(sampled.delta(epsilon), one.delta(inner) / 4, 1e-14);
  }
  EXPECT_EQ(sampled.either_way(), sampled);
}

TEST(PrivacyProfile, in_steps_adds_up_what_each_may_lose) {
  const PrivacyProfile one = PrivacyProfile::of_loss({.epsilon = 0.5, .delta = 1e-6});
  const PrivacyProfile three = one.in_steps(3);
  const LossWithDelta in_steps = loss_of_steps(LossWithDelta{0.5, 1e-6}, 3);
  EXPECT_GE(three.delta(1.5), in_steps.delta * (1 - 1e-12));
  EXPECT_LE(three.delta(1.5), in_steps.delta * (1 + 1e-12));
  EXPECT_EQ(one.in_steps(1), one);
  EXPECT_EQ(one.in_steps(0), PrivacyProfile{});
  EXPECT_EQ(PrivacyProfile::of_gaussian(10.0, 1).in_steps(3).rho(), to_double_up(Rational(9, 200)));
  // A mass beside rho is not known after steps: nothing is said by rho, and delta still is.
  const PrivacyProfile beside = PrivacyProfile::of_loss({.rho = 0.01, .delta = 1e-9}).in_steps(2);
  EXPECT_TRUE(std::isinf(beside.rho()));
  EXPECT_LT(beside.delta(2.0), 1e-4);
  EXPECT_GE(beside.delta(std::numeric_limits<double>::infinity()), 0.0);
}

// Of steps a bound at one epsilon may be above that at a smaller one, which then holds.
TEST(PrivacyProfile, in_steps_does_not_rise_with_epsilon) {
  const PrivacyProfile sampled = PrivacyProfile::of_gaussian(0.7, 1).sampled(0.5);
  const PrivacyProfile with_mass = PrivacyProfile::of_loss({.rho = 0.01, .delta = 1e-9});
  for (const PrivacyProfile& profile :
       {sampled.in_steps(2), sampled.in_steps(2).sampled_of_size(0.25), with_mass.in_steps(2),
        PrivacyProfile::of_laplace(0.5, 1).in_steps(3).either_way()}) {
    double before = 1.0;
    for (const double epsilon : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 5.0, 8.0, 20.0, 40.0}) {
      const double delta = profile.delta(epsilon);
      EXPECT_LE(delta, before) << epsilon;
      EXPECT_LE(profile.epsilon(delta), epsilon);
      before = delta;
    }
  }
  // Little is added to what the bound itself says, where it falls.
  const StepsCurve bound(sampled_curves(CurvePair(std::make_shared<GaussianCurve>(
                                            to_rational(0.7) * to_rational(0.7), 1)),
                                        Rational(1, 2)),
                         2);
  for (const int epsilon : {0, 1, 5}) {
    const double least = bound.delta(Rational(epsilon), precision).upper_double();
    EXPECT_LE(sampled.in_steps(2).delta(epsilon), least * (1 + 1e-3)) << epsilon;
  }
}

TEST(PrivacyProfile, a_rate_of_one_or_none_is_known) {
  const PrivacyProfile one = PrivacyProfile::of_laplace(1.0, 2);
  EXPECT_EQ(one.sampled(1.0), one);
  EXPECT_EQ(one.sampled(0.0), PrivacyProfile{});
  EXPECT_EQ(PrivacyProfile{}.sampled(0.5), PrivacyProfile{});
  EXPECT_EQ(one.sampled_of_size(1.0), one);
}

TEST(PrivacyProfile, a_mass_is_seen_at_the_rate) {
  const PrivacyProfile sampled =
      PrivacyProfile::of_loss({.rho = 0.1, .delta = 1e-3}).sampled(Fraction{1, 8});
  EXPECT_EQ(sampled.delta_beside_rho(), 1e-3 / 8);
  EXPECT_EQ(sampled.rho(), 0.1);
  EXPECT_EQ(sampled.delta(std::numeric_limits<double>::infinity()), 1e-3 / 8);
}

TEST(PrivacyProfile, is_a_distance) {
  const PrivacyProfile none;
  const PrivacyProfile one = PrivacyProfile::of_laplace(2.0, 1);
  const PrivacyProfile two = repeated(one, 2);
  EXPECT_TRUE(within(none, one));
  EXPECT_TRUE(within(one, two));
  EXPECT_FALSE(within(two, one));
  EXPECT_TRUE(within(two, PrivacyProfile::of_loss({.epsilon = 1.0})));
  EXPECT_FALSE(within(two, PrivacyProfile::of_loss({.epsilon = 0.99})));
  EXPECT_TRUE(within(two, PrivacyProfile::of_loss({.epsilon = 0.9, .delta = 0.1})));
  EXPECT_TRUE(within(two, PrivacyProfile::of_loss({.rho = 0.25})));
  EXPECT_FALSE(within(two, PrivacyProfile::of_loss({.rho = 0.01})));
  EXPECT_FALSE(within(one, PrivacyProfile::of_laplace(1.0, 1)));  // it is, but that is not known
  EXPECT_EQ(describe_distance(none), "a profile of no release");
  EXPECT_EQ(describe_distance(two), "a profile of 2 releases");
  EXPECT_EQ(PrivacyProfile::nothing_promised().delta(1e6), 1.0);
}

TEST(PrivacyProfile, copies_are_independent_and_adding_to_itself_doubles) {
  PrivacyProfile a = PrivacyProfile::of_laplace(2.0, 1);
  const PrivacyProfile b = a;
  const double before = b.delta(0.1);
  a.add(a);
  EXPECT_EQ(b.delta(0.1), before);
  EXPECT_EQ(a, repeated(b, 2));
  a.add(b, 0);
  EXPECT_EQ(a, repeated(b, 2));
}

}  // namespace
}  // namespace scrim::privacy_profile_test
