#include "scrim/accounting/charges.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "scrim/accounting/amount_rational.hpp"
#include "scrim/accounting/conversions.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "support/error_of.hpp"

namespace scrim::charges_test {
namespace {

constexpr ZeroConcentratedDivergence concentrated;
constexpr MaxDivergence pure;

Amount rho_of(const Amount& epsilon) { return charge(pure, epsilon, concentrated); }

/// epsilon * tanh(epsilon / 2), enclosed.
BigInterval true_rho(const Amount& epsilon, Precision precision) {
  const BigInterval e = BigInterval::point(precision, to_rational(epsilon));
  const BigInterval one = BigInterval::point(precision, 1.0);
  const BigInterval decay = exp(-e);
  return e * (one - decay) / (one + decay);
}

const std::vector<const char*> epsilons = {"1e-200", "1e-9", "1/3", "0.1",  "0.5", "7/5",  "1",
                                           "3",      "10",   "40",  "1000", "1e6", "1e300"};

TEST(Charges, a_pure_step_costs_its_tanh_rounded_up_once) {
  for (const char* text : epsilons) {
    const Amount epsilon = Amount::from_text(text);
    const BigInterval truth = true_rho(epsilon, 4096);
    const Rational rho = to_rational(rho_of(epsilon));
    // At or above the truth, and by no more than the last of 53 bits.
    EXPECT_NE(compare(BigInterval::point(4096, rho), truth), Order::less) << text;
    const Rational below = rho * (1 - Rational(1, mpz_class(1) << 52));
    EXPECT_EQ(compare(BigInterval::point(4096, below), truth), Order::less) << text;
  }
  EXPECT_EQ(rho_of(Amount()), Amount());
}

TEST(Charges, covers_randomised_response_at_every_order) {
  // The worst pair of laws at epsilon, and what zCDP says of it: D_alpha <= rho alpha.
  for (const char* text : {"0.1", "1/3", "1", "7/5", "3", "10"}) {
    const Amount amount = Amount::from_text(text);
    const double epsilon = amount.double_down();
    const double rho = rho_of(amount).double_up();
    const double p = 1 / (1 + std::exp(-epsilon));
    double largest = 0;
    for (double alpha = 1.0001; alpha < 2000; alpha *= 1.05) {
      const double a = alpha * std::log(p) + (1 - alpha) * std::log(1 - p);
      const double b = alpha * std::log(1 - p) + (1 - alpha) * std::log(p);
      const double log_sum = a + std::log1p(std::exp(b - a));
      largest = std::max(largest, log_sum / (alpha - 1) / alpha);
    }
    EXPECT_LE(largest, rho * (1 + 1e-9)) << text;
    EXPECT_GE(largest, rho * 0.999) << text;  // attained as alpha tends to 1
  }
}

TEST(Charges, a_bounded_range_costs_less_than_an_eighth_of_its_square) {
  const Amount third = Amount::ratio(1, 3);
  const Amount rho = charge(RangeDivergence{}, third, concentrated);
  EXPECT_EQ(rho, Amount::exactly(rho_of_range(third.double_up())));
  EXPECT_LT(rho, Amount::ratio(1, 72));
  EXPECT_GT(rho, Amount::ratio(1, 73));
  EXPECT_EQ(charge(RangeDivergence{}, third, pure), third);
  EXPECT_EQ(charge(RangeDivergence{}, Amount(), concentrated), Amount());
  // More than any double: there is no rho for it, and no zero either.
  SCRIM_EXPECT_ERROR(charge(RangeDivergence{}, Amount::from_text("1e400"), concentrated),
                     ErrorKind::budget, "infinite");
}

TEST(Charges, what_is_its_own_measure_costs_what_it_is) {
  const Amount third = Amount::ratio(1, 3);
  EXPECT_EQ(charge(pure, third, pure), third);
  EXPECT_EQ(charge(concentrated, third, concentrated), third);
}

TEST(Charges, a_delta_stays_beside_its_loss) {
  const AmountWithDelta pair{Amount::ratio(1), Amount::from_text("1e-6")};
  const Approximate<MaxDivergence> approximate;
  const Approximate<ZeroConcentratedDivergence> approximately_concentrated;
  EXPECT_EQ(charge(approximate, pair, approximate), pair);
  EXPECT_EQ(charge(approximately_concentrated, pair, approximately_concentrated), pair);
  EXPECT_EQ(charge(approximate, pair, approximately_concentrated),
            (AmountWithDelta{rho_of(pair.loss), pair.delta}));
  EXPECT_EQ(charge(pure, pair.loss, approximate), (AmountWithDelta{pair.loss, Amount()}));
  EXPECT_EQ(charge(RangeDivergence{}, pair.loss, approximately_concentrated),
            (AmountWithDelta{Amount::exactly(rho_of_range(1.0)), Amount()}));
}

template <class From, class... To>
constexpr int charged_under = (0 + ... + (ChargedUnder<From, To> ? 1 : 0));

TEST(Charges, nothing_else_can_be_charged) {
  using Zcdp = ZeroConcentratedDivergence;
  EXPECT_EQ((charged_under<Zcdp, MaxDivergence, Approximate<MaxDivergence>>), 0);
  EXPECT_EQ((charged_under<Approximate<MaxDivergence>, MaxDivergence, Zcdp>), 0);
  EXPECT_EQ((charged_under<Approximate<Zcdp>, MaxDivergence, Zcdp, Approximate<MaxDivergence>>), 0);
  EXPECT_EQ((charged_under<MaxDivergence, MaxDivergence, Zcdp, Approximate<MaxDivergence>,
                           Approximate<Zcdp>>),
            4);
  EXPECT_EQ((charged_under<MaxDivergence, RangeDivergence>), 0);
}

TEST(Charges, an_infinite_loss_has_no_price) {
  const double infinite = std::numeric_limits<double>::infinity();
  SCRIM_EXPECT_ERROR(accounting::price_of(infinite), ErrorKind::budget, "infinite");
  SCRIM_EXPECT_ERROR(accounting::price_of(LossWithDelta{1.0, infinite}), ErrorKind::budget,
                     "infinite");
  EXPECT_EQ(accounting::price_of(0.1), Amount::exactly(0.1));
}

}  // namespace
}  // namespace scrim::charges_test
