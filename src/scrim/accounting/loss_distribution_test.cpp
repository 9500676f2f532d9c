#include "scrim/accounting/loss_distribution.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "scrim/accounting/loss_profile.hpp"
#include "scrim/errors/error.hpp"
#include "support/error_of.hpp"
#include "support/losses_by_definition.hpp"

namespace scrim::loss_distribution_test {
namespace {

using test::delta_by_definition;
using test::exact;
using test::is_at_most;

mpz_class whole(int bits) { return mpz_class(1) << static_cast<mp_bitcnt_t>(bits); }

// Masses of every size, zeros among them.
LossDistribution random_losses(std::mt19937_64& generator, int bits, std::size_t size,
                               LossGrid grid) {
  std::vector<mpz_class> weights;
  mpz_class total = 0;
  for (std::size_t i = 0; i <= size; ++i) {
    weights.emplace_back(static_cast<unsigned long>(generator() >> (generator() % 60)));
    if (generator() % 5 == 0) weights.back() = 0;
    total += weights.back();
  }
  if (total == 0) total = 1;
  std::vector<mpz_class> tails(size);
  const mpz_class infinity = weights[size] * whole(bits) / total;
  mpz_class tail = infinity;
  for (std::size_t i = size; i-- > 0;) {
    tail += weights[i] * whole(bits) / total;
    tails[i] = tail;
  }
  return LossDistribution::from_tails(bits, std::move(grid), tails, infinity);
}

mpz_class sum_of(const LossDistribution& losses) {
  mpz_class sum = losses.infinite_mass();
  for (std::size_t i = 0; i < losses.size(); ++i) sum += losses.mass(i);
  return sum;
}

// At or above at every epsilon, at and beside every loss of either, but for 2^-slack_bits.
void expect_above(const LossDistribution& above, const LossDistribution& below,
                  int slack_bits = 250) {
  const BigInterval slack = exact(Rational(1, whole(slack_bits)));
  for (const auto* losses : {&above, &below}) {
    for (std::size_t i = 0; i < losses->size(); ++i) {
      for (const Rational& beside : {Rational(0), Rational(1, 1000)}) {
        const Rational epsilon = losses->grid().loss(i) + beside;
        ASSERT_TRUE(is_at_most(delta_by_definition(below, epsilon),
                               delta_by_definition(above, epsilon) + slack))
            << epsilon.get_d();
      }
    }
  }
}

// Under Q each finite loss weighs e^-loss of what it does under P.
BigInterval mass_under_q(const LossDistribution& losses) {
  BigInterval sum = exact(0);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    sum = sum + exact(Rational(losses.mass(i))) * exp(exact(-losses.grid().loss(i)));
  }
  return sum / exact(Rational(whole(losses.bits())));
}

TEST(FromTails, takes_differences) {
  const std::vector<mpz_class> tails{256, 100, 30, 30};
  const auto losses = LossDistribution::from_tails(8, {Rational(-1, 2), Rational(1, 3)}, tails, 7);
  EXPECT_EQ(losses.size(), 4U);
  EXPECT_EQ(losses.mass(0), 156);
  EXPECT_EQ(losses.mass(1), 70);
  EXPECT_EQ(losses.mass(2), 0);
  EXPECT_EQ(losses.mass(3), 23);
  EXPECT_EQ(losses.infinite_mass(), 7);
  EXPECT_EQ(losses.grid().loss(3), Rational(1, 2));
}

TEST(FromTails, raises_what_is_out_of_order_and_cuts_what_is_too_much) {
  const std::vector<mpz_class> tails{3, 300, 20, 25, 2};
  const auto losses = LossDistribution::from_tails(8, {0, 1}, tails, 9);
  EXPECT_EQ(losses.mass(0), 0);    // 256 - 256
  EXPECT_EQ(losses.mass(1), 231);  // 256 - 25
  EXPECT_EQ(losses.mass(2), 0);    // raised to 25
  EXPECT_EQ(losses.mass(3), 16);   // 25 - 9
  EXPECT_EQ(losses.mass(4), 0);    // raised to 9
  EXPECT_EQ(sum_of(losses), 256);
}

TEST(Compose, is_the_convolution_with_tails_rounded_up) {
  std::mt19937_64 generator(1);
  for (const int bits : {1, 7, 31, 32, 63, 64, 65, 95, 127, 128, 159, 255, 300}) {
    for (const auto& [m, n] :
         {std::pair<std::size_t, std::size_t>{1, 1}, {1, 5}, {4, 3}, {17, 40}}) {
      const auto a = random_losses(generator, bits, m, {Rational(-3, 7), Rational(1, 5)});
      const auto b = random_losses(generator, bits, n, {Rational(1, 2), Rational(1, 5)});
      const auto both = a.composed_with(b);
      ASSERT_EQ(both.size(), m + n - 1);
      EXPECT_EQ(both.grid().offset, Rational(1, 14));
      std::vector<mpz_class> products(m + n - 1);
      for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < n; ++j) products[i + j] += a.mass(i) * b.mass(j);
      }
      mpz_class exact_tail =
          whole(2 * bits) - (whole(bits) - a.infinite_mass()) * (whole(bits) - b.infinite_mass());
      const auto up = [&] {
        mpz_class out;
        mpz_cdiv_q_2exp(out.get_mpz_t(), exact_tail.get_mpz_t(), static_cast<mp_bitcnt_t>(bits));
        return out;
      };
      mpz_class tail = both.infinite_mass();
      EXPECT_EQ(tail, up());
      for (std::size_t i = m + n - 1; i-- > 0;) {
        exact_tail += products[i];
        tail += both.mass(i);
        ASSERT_EQ(tail, up()) << bits << " bits, " << i;
      }
      EXPECT_EQ(tail, whole(bits));
      // The square has a way of its own.
      const auto copy = a;
      const auto squared = a.composed_with(a);
      const auto product = a.composed_with(copy);
      for (std::size_t i = 0; i < squared.size(); ++i) EXPECT_EQ(squared.mass(i), product.mass(i));
      EXPECT_EQ(squared.infinite_mass(), product.infinite_mass());
    }
  }
}

TEST(Compose, refuses_grids_that_do_not_meet) {
  const auto a = LossDistribution::none(20, Rational(1, 2));
  test::expect_error([&] { (void)a.composed_with(LossDistribution::none(20, Rational(1, 3))); },
                     ErrorKind::mismatch, {"one step"});
  test::expect_error([&] { (void)a.composed_with(LossDistribution::none(21, Rational(1, 2))); },
                     ErrorKind::mismatch, {"bits"});
}

TEST(Compose, with_none_changes_nothing) {
  std::mt19937_64 generator(2);
  const auto a = random_losses(generator, 95, 9, {Rational(-1), Rational(1, 4)});
  const auto same = a.composed_with(LossDistribution::none(95, Rational(1, 4)));
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a.mass(i), same.mass(i));
  EXPECT_EQ(a.infinite_mass(), same.infinite_mass());
}

TEST(Coarsened, is_above_and_keeps_both_laws) {
  std::mt19937_64 generator(3);
  for (const int bits : {20, 63, 95, 130}) {
    for (const std::size_t size : {1U, 2U, 3U, 8U, 31U}) {
      const auto fine = random_losses(generator, bits, size, {Rational(-7, 5), Rational(1, 7)});
      const auto coarse = fine.coarsened();
      EXPECT_EQ(coarse.size(), size / 2 + 1);
      EXPECT_EQ(coarse.grid().step, Rational(2, 7));
      EXPECT_EQ(sum_of(coarse), whole(bits));
      EXPECT_EQ(coarse.infinite_mass(), fine.infinite_mass());
      expect_above(coarse, fine);
      // Rounding up takes a unit of each mass, or 2^-64 of it, a step up.
      const double moved = std::ldexp(static_cast<double>(size), std::max(-bits, -60)) * 4;
      EXPECT_NEAR(mass_under_q(coarse).upper_double(), mass_under_q(fine).upper_double(),
                  moved + 1e-14);
      // After composition too; but that of the finer one is itself rounded up, by a unit.
      expect_above(coarse.composed_with(coarse), fine.composed_with(fine), bits);
    }
  }
}

TEST(OnDyadicGrid, is_above_and_keeps_both_laws) {
  std::mt19937_64 generator(4);
  for (const int bits : {20, 95}) {
    for (const int exponent : {-1, 0, 3, 6}) {
      for (const Rational& offset : {Rational(-7, 5), Rational(0), Rational(10, 3)}) {
        const auto fine = random_losses(generator, bits, 12, {offset, Rational(1, 7)});
        const auto dyadic = fine.on_dyadic_grid(exponent);
        EXPECT_EQ(sum_of(dyadic), whole(bits));
        expect_above(dyadic, fine);
        const double moved = std::ldexp(40.0, std::max(-bits, -60));
        EXPECT_NEAR(mass_under_q(dyadic).upper_double() / mass_under_q(fine).upper_double(), 1.0,
                    moved * 16 + 1e-12);
      }
    }
  }
}

TEST(OnDyadicGrid, leaves_what_lies_on_it) {
  std::mt19937_64 generator(5);
  const auto losses = random_losses(generator, 95, 12, {Rational(-3, 4), Rational(1, 8)});
  const auto same = losses.on_dyadic_grid(3);
  for (std::size_t i = 0; i < losses.size(); ++i) EXPECT_EQ(losses.mass(i), same.mass(i));
}

TEST(Trimmed, moves_the_lowest_up_and_the_highest_to_infinity) {
  const std::vector<mpz_class> tails{256, 254, 253, 100, 12, 4, 3};
  const auto losses = LossDistribution::from_tails(8, {Rational(-1), Rational(1, 2)}, tails, 2);
  const auto trimmed = losses.trimmed(3);  // 2 and 1 below; 1 and 1 above, as 8 more are too many
  ASSERT_EQ(trimmed.size(), 3U);
  EXPECT_EQ(trimmed.grid().offset, 0);
  EXPECT_EQ(trimmed.mass(0), 153 + 3);
  EXPECT_EQ(trimmed.mass(2), 8);
  EXPECT_EQ(trimmed.infinite_mass(), 4);
  expect_above(trimmed, losses);
}

TEST(Trimmed, leaves_something) {
  std::mt19937_64 generator(6);
  for (const std::size_t size : {1U, 2U, 9U}) {
    const auto losses = random_losses(generator, 20, size, {Rational(0), Rational(1, 2)});
    const auto trimmed = losses.trimmed(std::uint64_t{1} << 62);
    EXPECT_GE(trimmed.size(), 1U);
    EXPECT_EQ(sum_of(trimmed), whole(20));
    expect_above(trimmed, losses);
  }
}

TEST(LossProfile, is_the_definition_rounded_up) {
  std::mt19937_64 generator(7);
  for (const int bits : {20, 63, 95, 300}) {
    const auto losses = random_losses(generator, bits, 40, {Rational(-7, 3), Rational(1, 9)});
    const LossProfile profile(losses);
    double before = 1.0;
    for (double epsilon = -3.0; epsilon < 3.0; epsilon += 0.013) {
      const BigInterval truth = delta_by_definition(losses, to_rational(epsilon));
      const double delta = profile.delta(epsilon);
      EXPECT_TRUE(is_at_most(truth, exact(to_rational(delta)))) << epsilon;
      EXPECT_LE(delta, std::nextafter(truth.upper_double(), 2.0)) << epsilon;
      EXPECT_LE(delta, before);
      before = delta;
    }
    const double infinite = profile.delta(1e300);
    EXPECT_EQ(infinite, to_double_up(Rational(losses.infinite_mass()) / Rational(whole(bits))));
  }
}

TEST(LossProfile, does_not_rise_from_one_double_to_the_next) {
  std::mt19937_64 generator(8);
  const auto losses = random_losses(generator, 95, 40, {Rational(-1), Rational(1, 8)});
  const LossProfile profile(losses);
  for (const double near : {-0.5, 0.0, 0.125, 1.0, 3.875}) {
    double epsilon = near;
    for (int i = 0; i < 50; ++i) epsilon = std::nextafter(epsilon, -10.0);
    double before = profile.delta(epsilon);
    for (int i = 0; i < 100; ++i) {
      epsilon = std::nextafter(epsilon, 10.0);
      const double delta = profile.delta(epsilon);
      EXPECT_LE(delta, before);
      before = delta;
    }
  }
}

}  // namespace
}  // namespace scrim::loss_distribution_test
