#include "scrim/accounting/compose_losses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "scrim/accounting/curves/gaussian_curve.hpp"
#include "scrim/accounting/curves/laplace_curve.hpp"
#include "scrim/accounting/curves/range_curve.hpp"
#include "scrim/accounting/curves/response_curve.hpp"
#include "support/losses_by_definition.hpp"

namespace scrim::compose_losses_test {
namespace {

using test::delta_by_definition;
using test::exact;
using test::is_at_most;
using test::TwoLaws;

/// delta of a pair of laws that are given outcome by outcome.
class CurveByDefinition final : public PrivacyCurve {
 public:
  explicit CurveByDefinition(TwoLaws laws) : laws_(std::move(laws)) {}
  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision /*precision*/) const override {
    return delta_by_definition(laws_, epsilon);
  }

 private:
  TwoLaws laws_;
};

/// Randomised response to which a unit comes with a probability only: not symmetric.
TwoLaws sampled_response(const Rational& epsilon, const Rational& rate) {
  TwoLaws laws = test::response_laws(epsilon, 2);
  for (auto& [p, q] : laws) p = exact(rate) * p + exact(1 - rate) * q;
  return laws;
}

CurvePair pair_of(const TwoLaws& laws) {
  return {std::make_shared<CurveByDefinition>(laws),
          std::make_shared<CurveByDefinition>(test::reversed(laws))};
}

TEST(Orientation, mixed_steps_lose_more_than_either_direction) {
  const TwoLaws laws = sampled_response(Rational(2), Rational(1, 10));
  const TwoLaws back = test::reversed(laws);
  const Rational epsilon = to_rational(0.4);
  const auto delta = [&](const TwoLaws& a, const TwoLaws& b) {
    return delta_by_definition(test::both(a, b), epsilon).upper_double();
  };
  // By definition, all four orientations of two steps.
  EXPECT_NEAR(delta(laws, laws), 0.0181, 5e-5);
  EXPECT_EQ(delta(back, back), 0.0);
  EXPECT_NEAR(delta(laws, back), 0.0290, 5e-5);
  EXPECT_NEAR(delta(back, laws), 0.0290, 5e-5);

  const double safe = compose_losses({{pair_of(laws).symmetrised(), 2}}, 50).delta(0.4);
  EXPECT_GE(safe, delta(laws, back));
  EXPECT_LE(safe, 0.0411);
  const double same = compose_losses({{pair_of(laws), 2}}, 50).delta(0.4);
  EXPECT_GE(same, delta(laws, laws));
  EXPECT_NEAR(same, delta(laws, laws), 2e-4);
  EXPECT_LT(same, delta(laws, back));  // which is why it has to be asked for

  // Two steps of which the second is turned round, as steps of their own.
  const std::vector<LossStep> turned{{pair_of(laws), 1}, {pair_of(back), 1}};
  EXPECT_GE(compose_losses(turned, 50).delta(0.4), delta(laws, back));
}

TEST(ComposeLosses, takes_the_larger_of_two_directions) {
  const TwoLaws laws = sampled_response(Rational(3), Rational(1, 3));
  for (const TwoLaws& either : {laws, test::reversed(laws)}) {
    const auto composed = compose_losses({{pair_of(either), 1}}, 50);
    for (double epsilon = 0.0; epsilon < 1.5; epsilon += 0.1) {
      const Rational at = to_rational(epsilon);
      EXPECT_GE(composed.delta(epsilon),
                std::max(delta_by_definition(laws, at).lower_double(),
                         delta_by_definition(test::reversed(laws), at).lower_double()));
    }
  }
}

TwoLaws to_the_power(const TwoLaws& laws, int times) {
  TwoLaws all = laws;
  for (int i = 1; i < times; ++i) all = test::both(all, laws);
  return all;
}

TEST(ComposeLosses, native_grids_are_brute_force) {
  struct Case {
    SharedCurve curve;
    TwoLaws laws;
    int times;
  };
  const Rational narrow(4, 9);
  const std::vector<Case> cases{
      {std::make_shared<GaussianCurve>(narrow, 1), test::gaussian_laws(narrow, 9, 1), 3},
      {std::make_shared<LaplaceCurve>(Rational(7, 5), 2), test::laplace_laws(Rational(7, 5), 45, 2),
       2},
      {std::make_shared<ResponseCurve>(Rational(1, 3), 3, Rational(1, 100)),
       test::response_laws(Rational(1, 3), 3, Rational(1, 100)), 4},
  };
  for (const Case& one : cases) {
    const TwoLaws all = to_the_power(one.laws, one.times);
    const auto composed =
        compose_losses({{CurvePair(one.curve), static_cast<std::uint64_t>(one.times)}}, 50);
    for (const double epsilon : {0.0, 0.3, 1.0, 2.0}) {
      const double truth = delta_by_definition(all, to_rational(epsilon)).upper_double();
      EXPECT_GE(composed.delta(epsilon), truth - 1e-13) << epsilon;  // noise was cut off
      EXPECT_NEAR(composed.delta(epsilon), truth, 1e-12 + 1e-3 * truth) << epsilon;
    }
  }
}

TEST(ComposeLosses, of_different_steps_is_brute_force) {
  const TwoLaws all = test::both(test::both(test::gaussian_laws(Rational(4, 9), 9, 1),
                                            test::laplace_laws(Rational(7, 5), 40, 1)),
                                 test::response_laws(Rational(1, 3), 3));
  const auto gaussian = std::make_shared<GaussianCurve>(Rational(4, 9), 1);
  const auto laplace = std::make_shared<LaplaceCurve>(Rational(7, 5), 1);
  const auto response = std::make_shared<ResponseCurve>(Rational(1, 3), 3, Rational(0));
  const auto composed = compose_losses(
      {{CurvePair(gaussian), 1}, {CurvePair(laplace), 1}, {CurvePair(response), 1}}, 50);
  for (const double epsilon : {0.0, 0.3, 1.0, 2.0, 4.0}) {
    const double truth = delta_by_definition(all, to_rational(epsilon)).upper_double();
    EXPECT_GE(composed.delta(epsilon), truth - 1e-12) << epsilon;
    EXPECT_LE(composed.delta(epsilon), truth * 1.001 + 1e-12) << epsilon;
  }
}

TEST(ComposeLosses, of_nothing_is_nothing) {
  const auto composed = compose_losses({}, 50);
  EXPECT_EQ(composed.delta(0.0), 0.0);
  EXPECT_EQ(composed.delta(1.0), 0.0);
}

// Points of a curve in place of its losses: the same but for the grid.
TEST(ComposeLosses, points_of_a_curve_are_close_to_its_losses) {
  const auto lattice = std::make_shared<LaplaceCurve>(Rational(10), 1);
  const auto points = std::make_shared<CurveByDefinition>(test::laplace_laws(Rational(10), 700, 1));
  const auto by_lattice = compose_losses({{CurvePair(lattice), 20}}, 50);
  const auto by_points = compose_losses({{CurvePair(points), 20}}, 50);
  for (const double epsilon : {0.1, 0.5, 0.9}) {  // between sums of losses, where delta bends
    EXPECT_GE(by_points.delta(epsilon), by_lattice.delta(epsilon) * (1 - 1e-3));
    EXPECT_LE(by_points.delta(epsilon), by_lattice.delta(epsilon) * (1 + 1e-3));
  }
}

}  // namespace
}  // namespace scrim::compose_losses_test
