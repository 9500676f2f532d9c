#include "scrim/accounting/amplification.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "support/error_of.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::amplification_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tiniest = std::numeric_limits<double>::denorm_min();

BigInterval big(double x) { return BigInterval::point(6000, x); }

TEST(AmplifiedLoss, is_the_least_double_that_is_not_below_the_truth) {
  for (const double epsilon : {tiniest, 1e-300, 1e-9, 0.1, 1.0 / 3.0, 1.0, 7.0 / 5.0, 40.0, 1e4}) {
    for (const double rate : {tiniest, 1e-300, 0x1p-20, 0.1, 1.0 / 3.0, 0.5, 1.0 - 0x1p-53}) {
      const BigInterval truth = ln(big(1.0) + big(rate) * (exp(big(epsilon)) - big(1.0)));
      EXPECT_EQ(amplified_loss(epsilon, rate), std::min(epsilon, truth.upper_double()))
          << epsilon << " at " << rate;
    }
  }
}

TEST(AmplifiedLoss, at_a_fraction_is_that_of_the_fraction) {
  const BigInterval third = BigInterval::point(6000, Rational(1, 3));
  const BigInterval truth = ln(big(1.0) + third * (exp(big(2.0)) - big(1.0)));
  EXPECT_EQ(amplified_loss(2.0, Fraction{1, 3}), truth.upper_double());
}

TEST(AmplifiedLoss, knows_its_ends) {
  EXPECT_EQ(amplified_loss(infinity, 0.0), 0.0);
  EXPECT_EQ(amplified_loss(infinity, tiniest), infinity);
  EXPECT_EQ(amplified_loss(0.0, 0.5), 0.0);
  EXPECT_EQ(amplified_loss(0.7, 1.0), 0.7);
  EXPECT_LE(amplified_loss(1e300, 0.5), 1e300);
  EXPECT_EQ(amplified_loss(LossWithDelta{0.7, 0.25}, 1.0), (LossWithDelta{0.7, 0.25}));
  EXPECT_EQ(amplified_loss(LossWithDelta{0.7, 0.25}, 0.0), (LossWithDelta{0.0, 0.0}));
  EXPECT_EQ(amplified_loss(LossWithDelta{0.0, 7.0}, 0.5).delta, 0.5);
  EXPECT_EQ(amplified_loss(LossWithDelta{0.0, tiniest}, 0.5).delta, tiniest);
  SCRIM_EXPECT_ERROR((void)amplified_loss(-1.0, 0.5), ErrorKind::invalid_argument, "epsilon is -1");
}

TEST(LossOfSteps, adds_up) {
  EXPECT_EQ(loss_of_steps(0.1, 0), 0.0);
  EXPECT_EQ(loss_of_steps(infinity, 0), 0.0);
  EXPECT_EQ(loss_of_steps(0.1, 1), 0.1);
  EXPECT_EQ(loss_of_steps(0.1, 3), to_double_up(to_rational(0.1) * 3));
  EXPECT_EQ(loss_of_steps(LossWithDelta{0.1, 1e-6}, 0), (LossWithDelta{0.0, 0.0}));
  EXPECT_EQ(loss_of_steps(LossWithDelta{0.1, 1e-6}, 1), (LossWithDelta{0.1, 1e-6}));
  EXPECT_EQ(loss_of_steps(LossWithDelta{0.0, 0.125}, 3), (LossWithDelta{0.0, 0.375}));
  EXPECT_EQ(loss_of_steps(LossWithDelta{infinity, 0.0}, 2), (LossWithDelta{infinity, 0.0}));
  EXPECT_EQ(loss_of_steps(LossWithDelta{infinity, 1e-9}, 2).delta, 1.0);
  EXPECT_EQ(loss_of_steps(LossWithDelta{100.0, 1e-9}, 4'000'000'000).delta, 1.0);
  for (const double epsilon : {tiniest, 1e-12, 0.1, 7.0 / 5.0}) {
    BigInterval sum = big(0.0);
    for (std::uint32_t steps = 2; steps < 6; ++steps) {
      sum = big(0.0);
      for (std::uint32_t i = 0; i < steps; ++i) {
        sum = sum + exp(big(epsilon) * BigInterval::point(6000, std::uint64_t{i}));
      }
      EXPECT_EQ(loss_of_steps(LossWithDelta{epsilon, 1e-6}, steps).delta,
                (sum * big(1e-6)).upper_double());
    }
  }
}

// --- the claims themselves, in exact arithmetic: with E for exp(epsilon), which is rational here

using Law = std::array<Rational, 4>;

/// The sum of (P - a Q)_+.
Rational hockey_stick(const Rational& a, const Law& p, const Law& q) {
  Rational sum = 0;
  for (std::size_t y = 0; y < p.size(); ++y) {
    const Rational excess = p[y] - a * q[y];
    if (excess > 0) sum += excess;
  }
  return sum;
}

Rational delta_both_ways(const Rational& a, const Law& p, const Law& q) {
  return std::max(hockey_stick(a, p, q), hockey_stick(a, q, p));
}

Law mixed(const Rational& weight, const Law& p, const Law& q) {
  Law law;
  for (std::size_t y = 0; y < p.size(); ++y) law[y] = weight * p[y] + (1 - weight) * q[y];
  return law;
}

class RandomLaws {
 public:
  Law next() {
    std::array<std::uint64_t, 4> weights{};
    std::uint64_t total = 0;
    for (auto& weight : weights) {
      weight = stream_.next_word() % 12;  // some outcomes are impossible
      total += weight;
    }
    if (total == 0) return next();
    Law law;
    for (std::size_t y = 0; y < law.size(); ++y) law[y] = Rational(weights[y]) / Rational(total);
    return law;
  }

 private:
  test::SeededStream stream_{20};
};

const std::vector<Rational> ugly_rates{Rational(1, 100), Rational(1, 3), Rational(7, 9)};
const std::vector<Rational> ugly_exponentials{Rational(1), Rational(11, 10), Rational(7, 5),
                                              Rational(10)};

TEST(AmplificationLemma, holds_both_ways_where_a_row_comes_and_goes_and_is_attained) {
  RandomLaws laws;
  for (int trial = 0; trial < 300; ++trial) {
    const Law with = laws.next();
    const Law without = laws.next();
    for (const Rational& rate : ugly_rates) {
      const Law sampled = mixed(rate, with, without);
      for (const Rational& e : ugly_exponentials) {
        const Rational a = 1 + rate * (e - 1);
        const Rational delta = delta_both_ways(e, with, without);
        EXPECT_LE(delta_both_ways(a, sampled, without), rate * delta);
        EXPECT_EQ(hockey_stick(a, sampled, without), rate * hockey_stick(e, with, without));
      }
    }
  }
}

TEST(AmplificationLemma, holds_where_a_row_changes_if_samples_without_it_are_as_close) {
  RandomLaws laws;
  for (int trial = 0; trial < 300; ++trial) {
    const Law one = laws.next();
    const Law other = laws.next();
    const Law without = laws.next();
    for (const Rational& rate : ugly_rates) {
      for (const Rational& e : ugly_exponentials) {
        const Rational a = 1 + rate * (e - 1);
        const Rational delta =
            std::max({delta_both_ways(e, one, other), delta_both_ways(e, one, without),
                      delta_both_ways(e, other, without)});
        EXPECT_LE(delta_both_ways(a, mixed(rate, one, without), mixed(rate, other, without)),
                  rate * delta);
      }
    }
  }
}

TEST(StepsLemma, holds_along_every_chain_of_laws) {
  RandomLaws laws;
  for (int trial = 0; trial < 300; ++trial) {
    const std::array chain{laws.next(), laws.next(), laws.next(), laws.next()};
    for (const Rational& e : ugly_exponentials) {
      Rational delta = 0;
      for (std::size_t i = 1; i < chain.size(); ++i) {
        delta = std::max(delta, delta_both_ways(e, chain[i - 1], chain[i]));
      }
      EXPECT_LE(delta_both_ways(e * e * e, chain.front(), chain.back()), delta * (1 + e + e * e));
    }
  }
}

/// A release that tells whether there is any row, under noise: it loses as much at distance 2 as at
/// distance 1. Of two rows, one is in a sample nearly twice as often as one row alone.
TEST(AmplificationLemma, fails_at_distance_2) {
  const Law any{Rational(3, 4), Rational(1, 4)};
  const Law none{Rational(1, 4), Rational(3, 4)};
  const Rational rate(1, 10);
  const Law sampled = mixed(1 - (1 - rate) * (1 - rate), any, none);
  const Rational at_rate = 1 + rate * (3 - 1);
  EXPECT_EQ(delta_both_ways(3, any, none), 0);
  EXPECT_GT(delta_both_ways(at_rate, sampled, none), 0);
  EXPECT_EQ(delta_both_ways(at_rate * at_rate, sampled, none), 0);
}

}  // namespace
}  // namespace scrim::amplification_test
