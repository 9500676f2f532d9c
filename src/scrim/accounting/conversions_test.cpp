#include "scrim/accounting/conversions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "scrim/errors/error.hpp"
#include "support/error_of.hpp"

namespace scrim::conversions_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::vector<double> ugly_losses{0x1p-1074, 1e-300, 1e-20, 1e-9, 1.0 / 3.0, 7.0 / 5.0,
                                      5.0,       40.0,   700.0, 1e6,  1e300};
const std::vector<double> orders{1.0 + 0x1p-20, 1.001, 1.5, 2.0, 7.0 / 3.0, 10.0, 100.0};

/// The Renyi divergence of two laws on two outcomes, where the first gives the second outcome
/// probability p and the second p'.
double renyi_of_bits(double p, double p_other, double order) {
  return std::log(std::pow(p, order) * std::pow(p_other, 1 - order) +
                  std::pow(1 - p, order) * std::pow(1 - p_other, 1 - order)) /
         (order - 1);
}

TEST(RhoOfEpsilon, bounds_randomised_response_at_every_order_and_is_attained) {
  for (const double epsilon : {0.1, 1.0 / 3.0, 1.0, 7.0 / 5.0, 5.0}) {
    const double p = 1 / (1 + std::exp(-epsilon));
    const double rho = rho_of_epsilon(epsilon);
    for (const double order : {1.001, 1.5, 2.0, 10.0, 50.0}) {
      EXPECT_LE(renyi_of_bits(p, 1 - p, order), order * rho * (1 + 1e-9)) << epsilon << order;
    }
    EXPECT_NEAR(renyi_of_bits(p, 1 - p, 1.00001), rho, 1e-4 * rho);
  }
}

TEST(RhoOfRange, bounds_every_pair_of_bits_within_the_range_and_is_attained) {
  for (const double epsilon : {0.1, 1.0 / 3.0, 1.0, 7.0 / 5.0, 5.0}) {
    const double rho = rho_of_range(epsilon);
    double worst = 0;
    for (int step = 1; step < 400; ++step) {
      const double a = std::exp(-epsilon * step / 400.0);  // the lower ratio; the upper is a e^eps
      const double b = a * std::exp(epsilon);
      const double p_other = (1 - a) / (b - a);
      const double p = b * p_other;
      for (const double order : {1.0001, 1.001, 1.5, 2.0, 10.0, 50.0}) {
        const double divergence = renyi_of_bits(p, p_other, order);
        EXPECT_LE(divergence, order * rho * (1 + 1e-9)) << epsilon << " " << a << " " << order;
        worst = std::max(worst, divergence / (order * rho));
      }
    }
    EXPECT_GT(worst, 0.999);
  }
  EXPECT_NEAR(rho_of_range(5.0), 2.418, 5e-4);  // where epsilon^2 / 8 is 3.125
}

TEST(RhoOfRange, is_at_most_an_eighth_of_the_square_and_about_that_where_it_is_small) {
  for (const double epsilon : ugly_losses) {
    EXPECT_LE(rho_of_range(epsilon), epsilon * epsilon / 8 * (1 + 1e-15) + 0x1p-1074);
    EXPECT_GT(rho_of_range(epsilon), 0.0);
    EXPECT_LE(rho_of_range(epsilon), rho_of_epsilon(epsilon));
  }
  EXPECT_NEAR(rho_of_range(1e-3) / (1e-6 / 8), 1.0, 1e-6);
  EXPECT_EQ(rho_of_range(0.0), 0.0);
  EXPECT_EQ(rho_of_range(infinity), infinity);
}

TEST(RenyiOfEpsilon, is_that_of_randomised_response) {
  for (const double epsilon : {0.1, 1.0 / 3.0, 1.0, 5.0}) {
    const double p = 1 / (1 + std::exp(-epsilon));
    for (const double order : {1.001, 1.5, 2.0, 7.0 / 3.0, 10.0, 50.0}) {
      const double exact = renyi_of_bits(p, 1 - p, order);
      EXPECT_NEAR(renyi_of_epsilon(epsilon, order), exact, 1e-9 * exact);
    }
  }
}

TEST(RenyiOfEpsilon, is_finite_and_at_most_epsilon_at_ugly_parameters) {
  for (const double epsilon : ugly_losses) {
    for (const double order : orders) {
      EXPECT_GT(renyi_of_epsilon(epsilon, order), 0.0);
      EXPECT_LE(renyi_of_epsilon(epsilon, order), epsilon);
    }
  }
}

/// The delta of continuous Gaussian noise, which is rho-zCDP for rho = mu^2 / 2 and no better.
double delta_of_gaussian(double mu, double epsilon) {
  const auto upper_tail = [](double x) { return std::erfc(x / std::sqrt(2.0)) / 2; };
  return upper_tail(epsilon / mu - mu / 2) - std::exp(epsilon) * upper_tail(epsilon / mu + mu / 2);
}

TEST(DeltaOfRho, is_not_below_that_of_gaussian_noise) {
  for (const double rho : {0.001, 0.05, 0.5, 3.0}) {
    for (const double epsilon : {0.0, 0.1, 1.0, 3.0, 8.0}) {
      EXPECT_GE(delta_of_rho(rho, epsilon), delta_of_gaussian(std::sqrt(2 * rho), epsilon));
    }
  }
}

TEST(DeltaOfRho, is_the_least_over_all_orders) {
  for (const double rho : {1e-9, 0.001, 0.05, 3.0, 1e4}) {
    for (const double epsilon : {0.0, 0.1, 1.0, 8.0, 2e4}) {
      const double delta = delta_of_rho(rho, epsilon);
      for (double t = 1e-6; t < 1e6; t *= 1.01) {
        const double log_delta =
            t * ((1 + t) * rho - epsilon) - (1 + t) * std::log1p(1 / t) - std::log(t);
        EXPECT_LE(delta, std::exp(log_delta) * (1 + 1e-9) + 0x1p-1074) << rho << " " << epsilon;
      }
    }
  }
}

TEST(EpsilonOfRho, is_what_the_literature_computes) {
  EXPECT_NEAR(epsilon_of_rho(0.05, 1e-6), 1.472, 5e-4);
}

TEST(EpsilonOfRho, can_be_checked) {
  for (const double rho : ugly_losses) {
    for (const double delta : {1e-300, 1e-60, 1e-6, 1.0 / 3.0, 0.99}) {
      const double epsilon = epsilon_of_rho(rho, delta);
      EXPECT_LE(delta_of_rho(rho, epsilon), delta) << rho << " " << delta;
    }
  }
}

TEST(EpsilonOfRho, knows_the_ends) {
  EXPECT_EQ(epsilon_of_rho(0.0, 0.0), 0.0);
  EXPECT_EQ(epsilon_of_rho(0.5, 0.0), infinity);
  EXPECT_EQ(epsilon_of_rho(0.5, 1.0), 0.0);
  EXPECT_EQ(epsilon_of_rho(infinity, 1e-6), infinity);
  EXPECT_EQ(delta_of_rho(infinity, 1.0), 1.0);
  EXPECT_EQ(delta_of_rho(0.0, 0.0), 0.0);
  EXPECT_EQ(delta_of_rho(1.0, infinity), 0.0);
}

TEST(RhoWithin, is_the_most_that_the_budget_buys) {
  for (const double epsilon : {0.01, 1.0 / 3.0, 1.0, 10.0, 1000.0}) {
    for (const double delta : {1e-60, 1e-6, 1.0 / 3.0}) {
      const double rho = rho_within(epsilon, delta);
      EXPECT_LE(delta_of_rho(rho, epsilon), delta);
      EXPECT_GT(delta_of_rho(rho * (1 + 1e-9), epsilon), delta);
      EXPECT_NEAR(epsilon_of_rho(rho, delta), epsilon, 1e-6 * epsilon);
    }
  }
  EXPECT_EQ(rho_within(1.0, 0.0), 0.0);
  EXPECT_EQ(rho_within(1.0, 1.0), infinity);
  EXPECT_EQ(rho_within(infinity, 0.5), infinity);
}

TEST(RenyiLosses, are_worth_the_best_of_their_orders) {
  const RenyiDivergence measure({2.0, 8.0, 32.0});
  const double rho = 0.05;
  const RenyiLosses losses{{2 * rho, 8 * rho, 32 * rho}};
  const double epsilon = epsilon_of_renyi(measure, losses, 1e-6);
  EXPECT_LE(delta_of_renyi(measure, losses, epsilon), 1e-6);
  EXPECT_GE(epsilon, epsilon_of_rho(rho, 1e-6));
  const RenyiDivergence usual;
  std::vector<double> at_usual;
  for (const double order : usual.orders()) at_usual.push_back(order * rho);
  EXPECT_LT(epsilon_of_renyi(usual, {at_usual}, 1e-6), epsilon);
  EXPECT_NEAR(epsilon_of_renyi(usual, {at_usual}, 1e-6), epsilon_of_rho(rho, 1e-6), 0.005);
}

TEST(RenyiLosses, know_the_ends) {
  const RenyiDivergence measure({2.0, 3.0});
  EXPECT_EQ(delta_of_renyi(measure, {}, 0.0), 0.0);
  EXPECT_EQ(epsilon_of_renyi(measure, {{0.0, 0.0}}, 0.0), 0.0);
  EXPECT_EQ(epsilon_of_renyi(measure, {{1.0, 1.0}}, 0.0), infinity);
  EXPECT_EQ(epsilon_of_renyi(measure, {{infinity, infinity}}, 0.5), infinity);
  EXPECT_EQ(delta_of_renyi(measure, {{infinity, infinity}}, 5.0), 1.0);
  test::expect_error([&] { (void)delta_of_renyi(measure, {{1.0}}, 1.0); },
                     ErrorKind::invalid_argument, {"1 losses for 2 orders"});
}

TEST(Conversions, refuse_what_is_no_loss) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {-1.0, nan}) {
    const auto refuses = [](const std::function<void()>& action) {
      EXPECT_EQ(test::error_of(action).kind, ErrorKind::invalid_argument);
    };
    refuses([&] { (void)rho_of_epsilon(bad); });
    refuses([&] { (void)rho_of_range(bad); });
    refuses([&] { (void)renyi_of_epsilon(bad, 2.0); });
    refuses([&] { (void)renyi_of_epsilon(1.0, bad); });
    refuses([&] { (void)delta_of_rho(bad, 1.0); });
    refuses([&] { (void)delta_of_rho(1.0, bad); });
    refuses([&] { (void)epsilon_of_rho(1.0, bad); });
    refuses([&] { (void)rho_within(1.0, bad); });
  }
}

TEST(EpsilonOfRho, takes_a_delta_of_its_own_off_the_delta_that_is_allowed) {
  for (const double rho : {0.05, 1.0 / 3.0, 3.0}) {
    for (const double own : {0.0, 1e-300, 3e-7, 9.999999e-7}) {
      const LossWithDelta loss{rho, own};
      const double epsilon = epsilon_of_rho(loss, 1e-6);
      const double exact = (1e-6 - own) / (1 - own);
      EXPECT_NEAR(epsilon, epsilon_of_rho(rho, exact), 1e-6) << rho << " " << own;
      EXPECT_LE(delta_of_rho(loss, epsilon), 1e-6) << rho << " " << own;
      const double delta = delta_of_rho(loss, 2.0);
      const double within_rho = delta_of_rho(rho, 2.0);
      EXPECT_GE(delta, std::max(own, (own + within_rho) * (1 - 1e-12) - own * within_rho));
      EXPECT_LE(delta, (own + within_rho) * (1 + 1e-12) - own * within_rho);
    }
  }
  EXPECT_EQ(epsilon_of_rho(LossWithDelta{0.5, 0.0}, 1e-6), epsilon_of_rho(0.5, 1e-6));
  EXPECT_EQ(delta_of_rho(LossWithDelta{0.5, 0.0}, 1.0), delta_of_rho(0.5, 1.0));
}

TEST(EpsilonOfRho, promises_nothing_beyond_what_is_exceeded_already) {
  EXPECT_EQ(epsilon_of_rho(LossWithDelta{0.5, 2e-6}, 1e-6), infinity);
  EXPECT_EQ(epsilon_of_rho(LossWithDelta{0.5, 1e-6}, 1e-6), infinity);
  EXPECT_EQ(epsilon_of_rho(LossWithDelta{0.0, 1e-6}, 1e-6), 0.0);
  EXPECT_EQ(epsilon_of_rho(LossWithDelta{0.5, 0.1}, 1.0), 0.0);
  EXPECT_EQ(delta_of_rho(LossWithDelta{0.5, 1.0}, 1.0), 1.0);
  EXPECT_EQ(delta_of_rho(LossWithDelta{0.0, 0.25}, 1.0), 0.25);
  EXPECT_EQ(delta_of_rho(LossWithDelta{infinity, 0.25}, 1.0), 1.0);
  SCRIM_EXPECT_ERROR(epsilon_of_rho(LossWithDelta{0.5, -0.1}, 0.5), ErrorKind::invalid_argument,
                     "delta beside rho");
  SCRIM_EXPECT_ERROR(delta_of_rho(LossWithDelta{-0.5, 0.1}, 0.5), ErrorKind::invalid_argument,
                     "rho");
}

}  // namespace
}  // namespace scrim::conversions_test
