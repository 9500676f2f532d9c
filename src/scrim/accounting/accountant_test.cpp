#include "scrim/accounting/accountant.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <functional>
#include <limits>
#include <thread>
#include <vector>

#include "scrim/accounting/conversions.hpp"
#include "scrim/accounting/curves/gaussian_curve.hpp"
#include "scrim/errors/error.hpp"
#include "support/error_of.hpp"
#include "support/losses_by_definition.hpp"

namespace scrim::accountant_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double gdp(double mu, double epsilon) {
  return test::continuous_gaussian_delta(to_rational(mu), to_rational(epsilon)).upper_double();
}

Accountant gaussians(double sigma, std::uint64_t sensitivity, std::uint64_t times) {
  Accountant account;
  account.add_gaussian(sigma, sensitivity, times);
  return account;
}

TEST(Accountant, without_releases_nothing_is_lost) {
  Accountant account;
  account.add_gaussian(10.0, 0, 5);
  account.add_laplace(10.0, 1, 0);
  account.add_loss({.epsilon = 0.0});
  account.add_loss({.rho = 0.0});
  EXPECT_EQ(account.delta(0.0), 0.0);
  EXPECT_EQ(account.epsilon(0.0), 0.0);
  EXPECT_EQ(account.rho(), 0.0);
}

TEST(Accountant, one_gaussian_is_its_curve) {
  for (const double sigma : {0.5, 1.0, 4.0, 7.0 / 5.0, 100.0}) {
    const Accountant account = gaussians(sigma, 1, 1);
    const GaussianCurve curve(to_rational(sigma) * to_rational(sigma), 1);
    for (const double epsilon : {0.0, 0.01, 0.5, 1.0, 3.0}) {
      const double truth = curve.delta(to_rational(epsilon), 320).upper_double();
      const double delta = account.delta(epsilon);
      EXPECT_GE(delta, truth) << sigma << " " << epsilon;
      if (truth > 1e-70) {
        EXPECT_LE(delta, truth * 1.001) << sigma << " " << epsilon;
      }
    }
  }
}

// The norm of a shift does not decide: it is 2 for both.
TEST(Accountant, four_coordinates_that_move_by_one_lose_more_than_one_that_moves_by_two) {
  EXPECT_NEAR(gaussians(1.0, 2, 1).delta(2.02), 0.266, 1e-3);
  EXPECT_NEAR(gaussians(1.0, 1, 4).delta(2.02), 0.314, 1e-3);
}

// A sum of k discrete Gaussians is one of k times the variance but for e^(-pi^2 variance) of each
// probability, and its loss is that of one release that moves by k: here the truth is known.
BigInterval many_gaussians(double sigma, unsigned long times, double epsilon) {
  const Rational variance = to_rational(sigma) * to_rational(sigma) * Rational(times);
  return GaussianCurve(variance, mpz_class(times)).delta(to_rational(epsilon), 200);
}

// Seconds of computing that are aimed at, times an allowance: for caches and memory that others use
// too, for slower machines, and for sanitizers, debuggers and emulators of another processor.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__) || \
    !defined(__x86_64__)
constexpr double computing_allowance = 10;
#else
constexpr double computing_allowance = 2;
#endif

double seconds_of_computing(const std::function<void()>& compute) {
  const std::clock_t start = std::clock();
  compute();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(Accountant, ten_thousand_gaussians_are_above_the_truth_by_less_than_a_thousandth) {
  const Accountant account = gaussians(100.0, 1, 10'000);
  const double seconds = seconds_of_computing([&] { (void)account.delta(5.0); });
  EXPECT_LT(seconds, 1.5 * computing_allowance);
  EXPECT_LE(account.delta(5.0), many_gaussians(100.0, 10'000, 5.0).upper_double() * 1.001);
  for (const double epsilon : {0.0, 0.5, 1.0, 3.0, 5.0, 7.0, 8.0}) {
    const BigInterval truth = many_gaussians(100.0, 10'000, epsilon);
    EXPECT_GE(account.delta(epsilon), truth.lower_double()) << epsilon;
    EXPECT_LE(account.delta(epsilon), truth.upper_double() * 1.001) << epsilon;
    EXPECT_NEAR(truth.upper_double() / gdp(1.0, epsilon), 1.0, 1e-6) << epsilon;
  }
}

TEST(Accountant, is_above_the_truth_of_many_gaussians) {
  for (const double sigma : {5.0, 31.0 / 3.0, 40.0}) {
    for (const unsigned long times : {1UL, 2UL, 3UL, 17UL, 64UL, 1000UL}) {
      const Accountant account = gaussians(sigma, 1, times);
      for (const double epsilon : {0.0, 0.1, 0.7, 1.9, 4.0}) {
        const BigInterval truth = many_gaussians(sigma, times, epsilon);
        if (truth.upper_double() < 0x1p-50) continue;  // that takes longer, and comes below
        EXPECT_GE(account.delta(epsilon), truth.lower_double())
            << sigma << " " << times << " " << epsilon;
        EXPECT_LE(account.delta(epsilon), truth.upper_double() * 1.002 + 1e-16)
            << sigma << " " << times << " " << epsilon;
      }
    }
  }
}

TEST(Accountant, follows_delta_down) {
  const Accountant account = gaussians(33.0, 1, 100);
  for (const double epsilon : {1.0, 2.5, 4.0, 4.9}) {
    const BigInterval truth = many_gaussians(33.0, 100, epsilon);
    EXPECT_GE(account.delta(epsilon), truth.lower_double()) << epsilon;
    EXPECT_LE(account.delta(epsilon), truth.upper_double() * 1.002) << epsilon;
  }
  EXPECT_LT(account.delta(4.9), 1e-54);
  const Accountant fresh = gaussians(33.0, 1, 100);
  const double seconds = seconds_of_computing([&] { (void)fresh.epsilon(1e-60); });
  EXPECT_LT(seconds, 1.5 * computing_allowance);
  const double epsilon = account.epsilon(1e-60);
  EXPECT_LE(account.delta(epsilon), 1e-60);
  EXPECT_LE(many_gaussians(33.0, 100, epsilon).lower_double(), 1e-60);
  EXPECT_GE(many_gaussians(33.0, 100, epsilon).upper_double(), 0.998e-60);
}

// Optimal composition of (epsilon, delta): Kairouz, Oh and Viswanath.
TEST(Accountant, composes_epsilon_and_delta_optimally) {
  struct Case {
    double epsilon;
    double delta;
    unsigned long times;
  };
  for (const auto& [epsilon, delta, times] :
       {Case{0.5, 0.0, 2}, Case{0.1, 0.0, 10}, Case{1.0 / 3, 1e-3, 7}, Case{0.125, 0x1p-40, 50}}) {
    Accountant account;
    account.add_loss({.epsilon = epsilon, .delta = delta}, times);
    const Rational e = to_rational(epsilon);
    for (unsigned long i = 0; 2 * i <= times; ++i) {
      BigInterval sum = test::exact(0);
      for (unsigned long l = 0; l < i; ++l) {
        mpz_class binomial;
        mpz_bin_uiui(binomial.get_mpz_t(), times, l);
        sum = sum + test::exact(Rational(binomial)) *
                        (exp(test::exact(e * Rational(times - l))) -
                         exp(test::exact(e * (Rational(times) - Rational(2 * i) + Rational(l)))));
      }
      BigInterval divisor = test::exact(1);
      BigInterval kept = test::exact(1);
      for (unsigned long l = 0; l < times; ++l) {
        divisor = divisor * (test::exact(1) + exp(test::exact(e)));
        kept = kept * test::exact(1 - to_rational(delta));
      }
      const BigInterval truth = test::exact(1) - kept * (test::exact(1) - sum / divisor);
      // At a double at or below (times - 2i) epsilon, so that the formula is at most delta there.
      const double at = to_double_down(e * (Rational(times) - Rational(2 * i)));
      const double told = account.delta(at);
      EXPECT_GE(told, truth.lower_double()) << times << " " << i;
      EXPECT_NEAR(told, truth.upper_double(), 1e-13 + truth.upper_double() * 1e-12)
          << times << " " << i;
    }
  }
}

TEST(Accountant, pure_losses_add_up_to_delta_zero) {
  Accountant account;
  account.add_loss({.epsilon = 0.25}, 2);
  account.add_laplace(8.0, 1, 4);
  account.add_randomised_response(0.5, 3);
  account.add_bounded_range(0.125);
  EXPECT_EQ(account.epsilon(0.0), 1.625);
  EXPECT_EQ(account.delta(1.625), 0.0);
  EXPECT_GT(account.delta(std::nextafter(1.625, 0.0)), 0.0);
  account.add_loss({.epsilon = 0.375, .delta = 0x1p-10});
  EXPECT_EQ(account.delta(2.0), 0x1p-10);
  EXPECT_EQ(account.delta(infinity), 0x1p-10);
  EXPECT_EQ(account.epsilon(0x1p-11), infinity);
  EXPECT_EQ(account.epsilon(0.0), infinity);
}

TEST(Accountant, concentrated_losses_add_up_before_they_are_converted) {
  Accountant once;
  once.add_loss({.rho = 0.5});
  Accountant often;
  often.add_loss({.rho = 0.125}, 2);
  often.add_loss({.rho = 0.25});
  for (const double epsilon : {0.0, 1.0, 3.0, 20.0})
    EXPECT_EQ(once.delta(epsilon), often.delta(epsilon));
  EXPECT_NEAR(once.epsilon(1e-6), 5.2215, 1e-3);
  EXPECT_EQ(once.rho(), 0.5);
  Accountant small;
  small.add_loss({.rho = 0.05});
  EXPECT_NEAR(small.epsilon(1e-6), 1.472, 5e-4);
}

TEST(Accountant, tells_rho_and_the_mass_beside_it) {
  Accountant account;
  account.add_gaussian(10.0, 1, 3);
  account.add_loss({.rho = 0.25, .delta = 0x1p-20});
  account.add_bounded_range(2.0);
  account.add_loss({.epsilon = 1.0});
  EXPECT_NEAR(account.rho(), 3.0 / 200 + 0.25 + rho_of_range(2.0) + std::tanh(0.5), 1e-14);
  EXPECT_EQ(account.delta_beside_rho(), 0x1p-20);
}

// The larger of two curves is not below either; a bound is not above another that is known.
TEST(Accountant, takes_the_least_of_its_bounds) {
  Accountant account;
  account.add_gaussian(10.0, 1, 4);
  account.add_loss({.rho = 0.08, .delta = 1e-9});
  Accountant by_rho;
  by_rho.add_loss({.rho = 0.1, .delta = 1e-9});
  for (const double epsilon : {0.5, 1.0, 2.0, 3.0}) {
    EXPECT_LE(account.delta(epsilon), by_rho.delta(epsilon) * (1 + 1e-12)) << epsilon;
  }
}

// What is known by rho only joins the others as a curve, mass and all.
TEST(Accountant, a_little_known_by_rho_does_not_spoil_the_rest) {
  Accountant account = gaussians(100.0, 1, 10'000);
  const double without = account.delta(1.0);
  account.add_loss({.rho = 1e-6, .delta = 1e-9});
  EXPECT_GT(account.delta(1.0), without);
  EXPECT_LT(account.delta(1.0), without * 1.02);
}

using Addition = std::function<void(Accountant&)>;

const std::vector<Addition> additions{
    [](Accountant& account) { account.add_gaussian(10.0, 1, 7); },
    [](Accountant& account) { account.add_gaussian(7.0 / 5.0, 1); },
    [](Accountant& account) { account.add_laplace(20.0, 3, 2); },
    [](Accountant& account) { account.add_randomised_response(0.3, 5); },
    [](Accountant& account) { account.add_bounded_range(0.2, 3); },
    [](Accountant& account) { account.add_loss({.epsilon = 0.1, .delta = 1e-10}); },
    [](Accountant& account) { account.add_loss({.rho = 0.01, .delta = 1e-9}, 2); },
    [](Accountant& account) { account.add_loss({.rho = 0.03}); },
};

// All of them; what it once computed is kept.
const Accountant& everything() {
  static const Accountant account = [] {
    Accountant out;
    for (const Addition& add : additions) add(out);
    return out;
  }();
  return account;
}

TEST(Accountant, does_not_depend_on_the_order) {
  Accountant shuffled;
  for (const std::size_t i : {6U, 2U, 7U, 0U, 5U, 1U, 4U, 3U}) additions[i](shuffled);
  EXPECT_EQ(shuffled.delta(0.5), everything().delta(0.5));
  EXPECT_EQ(shuffled.delta(2.0), everything().delta(2.0));
  EXPECT_EQ(shuffled.epsilon(1e-6), everything().epsilon(1e-6));
}

TEST(Accountant, each_addition_costs_something) {
  Accountant account;
  double before = 0.0;
  for (std::size_t i = 0; i + 2 < additions.size(); ++i) {
    additions[i](account);
    const double delta = account.delta(1.0);
    EXPECT_GT(delta, before);
    before = delta;
  }
  EXPECT_GT(everything().delta(1.0), before);
}

TEST(Accountant, rises_with_the_number_of_releases) {
  double before = 0.0;
  for (const std::uint64_t times : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 100U, 101U, 128U, 1000U}) {
    const double delta = gaussians(31.0 / 3.0, 1, times).delta(1.0);
    EXPECT_GT(delta, before) << times;
    before = delta;
  }
}

TEST(Accountant, does_not_rise_with_epsilon) {
  const Accountant& account = everything();
  double before = 1.0;
  for (double epsilon = 0.0; epsilon < 9.0; epsilon += 0.01) {
    const double delta = account.delta(epsilon);
    EXPECT_LE(delta, before) << epsilon;
    before = delta;
  }
}

// Where answers of one precision follow on those of another.
TEST(Accountant, does_not_rise_where_the_precision_changes) {
  const Accountant account = gaussians(20.0, 1, 16);
  const double epsilon = account.epsilon(0x1p-50);
  double at = epsilon - 1e-9;
  double before = 1.0;
  for (int i = 0; i < 200; ++i, at += 1e-11) {
    EXPECT_LE(account.delta(at), before);
    before = account.delta(at);
  }
}

TEST(Accountant, epsilon_is_the_least_that_is_verified) {
  const Accountant& account = everything();
  for (const double delta : {0.3, 1e-3, 1e-6, 1e-8}) {
    const double epsilon = account.epsilon(delta);
    EXPECT_LE(account.delta(epsilon), delta);
    EXPECT_GT(account.delta(std::nextafter(epsilon, 0.0)), delta);
  }
  EXPECT_EQ(account.epsilon(1.0), 0.0);
  EXPECT_EQ(account.epsilon(1e-9), infinity);  // more is lost to the masses beside rho
}

TEST(Accountant, has_an_epsilon_for_every_delta_of_gaussian_noise) {
  const Accountant account = gaussians(3.0, 2, 2);
  EXPECT_LT(account.epsilon(1e-300), 60.0);
  EXPECT_EQ(account.epsilon(0.0), infinity);
}

TEST(Accountant, knows_wide_noise) {
  // The law of a wider one is closer to the continuous one; that of sigma 3000 is summed.
  Accountant narrow = gaussians(2000.0, 500, 4);
  Accountant wide = gaussians(0x1p44, std::uint64_t{1} << 42, 4);
  for (const double epsilon : {0.1, 1.0, 2.0}) {
    EXPECT_GE(wide.delta(epsilon), gdp(0.5, epsilon));
    EXPECT_LE(wide.delta(epsilon), gdp(0.5, epsilon) * 1.002);
    EXPECT_GE(narrow.delta(epsilon), gdp(0.5, epsilon) * (1 - 1e-3));
    EXPECT_LE(narrow.delta(epsilon), gdp(0.5, epsilon) * 1.003);
  }
}

TEST(Accountant, hardly_any_noise_loses_all) {
  const Accountant account = gaussians(0x1p-20, std::uint64_t{1} << 60, 2);
  EXPECT_EQ(account.delta(1.0), 1.0);
  Accountant laplace;
  laplace.add_laplace(0x1p-20, std::uint64_t{1} << 60, 3);
  EXPECT_EQ(laplace.epsilon(0.0), 3 * 0x1p80);
}

TEST(Accountant, copies_are_independent) {
  Accountant account = gaussians(10.0, 1, 4);
  const double before = account.delta(1.0);
  const Accountant copy = account;
  account.add_loss({.epsilon = 1.0});
  EXPECT_EQ(copy.delta(1.0), before);
  EXPECT_GT(account.delta(1.0), before);
  const Accountant moved = std::move(account);
  EXPECT_GT(moved.delta(1.0), before);
  account = copy;  // NOLINT(bugprone-use-after-move): assignment gives it a state again
  EXPECT_EQ(account.delta(1.0), before);
}

TEST(Accountant, answers_many_threads) {
  const Accountant account = gaussians(10.0, 1, 4);
  const double told = account.delta(1.0);
  const Accountant fresh = gaussians(10.0, 1, 4);
  std::vector<double> answers(4);
  std::vector<std::thread> threads;
  for (double& answer : answers) threads.emplace_back([&] { answer = fresh.delta(1.0); });
  for (std::thread& thread : threads) thread.join();
  for (const double answer : answers) EXPECT_EQ(answer, told);
}

TEST(Accountant, refuses_what_it_cannot_account_for) {
  Accountant account;
  const auto refuses = [&](const Addition& add, const std::vector<std::string>& parts) {
    test::expect_error([&] { add(account); }, ErrorKind::invalid_argument, parts);
  };
  const double nan = std::nan("");
  refuses([](Accountant& a) { a.add_gaussian(0.0, 1); }, {"sigma is 0"});
  refuses([&](Accountant& a) { a.add_gaussian(nan, 1); }, {"sigma", "nan"});
  refuses([](Accountant& a) { a.add_gaussian(infinity, 1); }, {"sigma", "inf"});
  refuses([](Accountant& a) { a.add_laplace(-1.0, 1); }, {"scale is -1"});
  refuses([](Accountant& a) { a.add_laplace(1.0, ~std::uint64_t{0}); }, {"sensitivity"});
  refuses([](Accountant& a) { a.add_laplace(1.0, 1, std::uint64_t{1} << 33); }, {"times"});
  refuses([](Accountant& a) { a.add_randomised_response(1.0, 1); }, {"categories", "from 2"});
  refuses([](Accountant& a) { a.add_bounded_range(-0.5); }, {"epsilon", "-0.5"});
  refuses([](Accountant& a) { a.add_loss({}); }, {"neither epsilon nor rho"});
  refuses([](Accountant& a) { a.add_loss({.epsilon = 1.0, .rho = 1.0}); }, {"both"});
  refuses([](Accountant& a) { a.add_loss({.epsilon = 1.0, .delta = 1.5}); }, {"delta", "1.5"});
  refuses([](Accountant& a) { a.add_loss({.rho = -1.0}); }, {"rho", "-1"});
  refuses([](Accountant& a) { (void)a.delta(-0.5); }, {"epsilon", "-0.5"});
  refuses([&](Accountant& a) { (void)a.delta(nan); }, {"epsilon"});
  refuses([](Accountant& a) { (void)a.epsilon(1.5); }, {"delta", "1.5"});
  account.add_loss({.epsilon = 0.1}, std::uint64_t{1} << 32);
  const double rho = account.rho();
  refuses([](Accountant& a) { a.add_loss({.epsilon = 0.1}); }, {"releases that are alike"});
  EXPECT_EQ(account.rho(), rho);
}

TEST(LeastNoise, is_verified_and_hardly_more_than_enough) {
  for (const NoiseTarget& target : {NoiseTarget{1.0, 1e-6}, NoiseTarget{0.3, 1e-9, 3, 10},
                                    NoiseTarget{5.0, 0.01, 1, 1}, NoiseTarget{8.0, 0.5, 1, 2}}) {
    const double sigma = least_gaussian_sigma(target);
    EXPECT_LE(gaussians(sigma, target.sensitivity, target.times).delta(target.epsilon),
              target.delta);
    EXPECT_GT(
        gaussians(sigma * (1 - 0x1p-15), target.sensitivity, target.times).delta(target.epsilon),
        target.delta);
    const double scale = least_laplace_scale(target);
    const auto laplace = [&](double width) {
      Accountant account;
      account.add_laplace(width, target.sensitivity, target.times);
      return account.delta(target.epsilon);
    };
    EXPECT_LE(laplace(scale), target.delta);
    EXPECT_GT(laplace(scale * (1 - 0x1p-15)), target.delta);
  }
  EXPECT_EQ(least_laplace_scale({.epsilon = 0.5, .delta = 0.0, .sensitivity = 3, .times = 7}),
            42.0);
}

TEST(LeastNoise, refuses_targets_that_are_none) {
  const auto refuses = [](const NoiseTarget& target, const std::string& part) {
    test::expect_error([&] { (void)least_gaussian_sigma(target); }, ErrorKind::invalid_argument,
                       {"least_gaussian_sigma", part});
  };
  refuses({0.0, 1e-6}, "epsilon");
  refuses({std::nan(""), 1e-6}, "epsilon");
  refuses({1.0, 0.0}, "delta");
  refuses({1.0, 1.0}, "delta");
  refuses({1.0, 1e-6, 0}, "sensitivity");
  refuses({1.0, 1e-6, 1, 0}, "times");
}

}  // namespace
}  // namespace scrim::accountant_test
