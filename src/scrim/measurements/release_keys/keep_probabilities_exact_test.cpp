// The probabilities against their closed form and their definition, and the law of the coin.
#include "scrim/measurements/release_keys/keep_probabilities.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "support/scripted_tape.hpp"
#include "support/tape_enumeration.hpp"

namespace scrim::keep_probabilities_exact_test {
namespace {

using Real = long double;

struct Parameters {
  double epsilon;
  double delta;
};

const std::vector<Parameters> ugly_parameters = {
    {1.0, 1e-9},  {0.1, 1e-9},       {7.0 / 5.0, 0.1}, {0.0, 1.0 / 3.0}, {10, 1e-30},
    {1e-3, 1e-3}, {0x1p-20, 0x1p-9}, {3.0, 0.9},       {800.0, 1e-300},  {1e300, 1e-30}};

KeepProbabilities law_of(const Parameters& parameters) {
  return KeepProbabilities::of(parameters.epsilon, parameters.delta).value();
}

Real middle(const BigInterval& x) {
  return (mpfr_get_ld(x.lower().get(), MPFR_RNDN) + mpfr_get_ld(x.upper().get(), MPFR_RNDN)) / 2;
}

TEST(KeepProbabilities, are_those_of_the_closed_form) {
  for (const Parameters& parameters : ugly_parameters) {
    const Real e = parameters.epsilon;
    const Real d = parameters.delta;
    if (e == 0 || e > 100) continue;
    const auto law = law_of(parameters);
    const Real n1 = 1 + std::floor(std::log1p(std::tanh(e / 2) * (1 / d - 1)) / e);
    const auto rising = [&](Real n) { return d * std::expm1(n * e) / std::expm1(e); };
    const Real n2 = n1 + std::floor(std::log1p(std::expm1(e) * (1 - rising(n1)) / d) / e);
    ASSERT_EQ(law.certain_from(), static_cast<std::size_t>(n2) + 1)
        << parameters.epsilon << ", " << parameters.delta;
    const std::size_t stride = 1 + law.certain_from() / 50;
    for (std::size_t n = 0; n < law.certain_from(); n += stride) {
      const Real count = static_cast<Real>(n);
      const Real expected = count <= n1 ? rising(count)
                                        : rising(n1) + (1 - rising(n1) + d / std::expm1(e)) *
                                                           -std::expm1(-(count - n1) * e);
      EXPECT_LE(std::abs(middle(law.probability(n).enclose(128)) - expected), 1e-12L * expected)
          << parameters.epsilon << ", " << parameters.delta << ", " << n;
    }
  }
}

TEST(KeepProbabilities, without_epsilon_rise_by_delta) {
  const auto law = law_of({0.0, 1.0 / 3.0});
  // A third, as a double, is below one: three of them are not yet certain.
  ASSERT_EQ(law.certain_from(), 4U);
  EXPECT_EQ(law.probability(0).enclose().hi, 0.0);
  EXPECT_NEAR(law.probability(2).enclose().lo, 2.0 / 3.0, 1e-15);
  EXPECT_LT(law.probability(3).enclose().lo, 1.0);
}

/// Neighbours are (epsilon, delta)-close, both ways, and one more would break it.
TEST(KeepProbabilities, are_private_and_no_larger_ones_are) {
  for (const Parameters& parameters : ugly_parameters) {
    if (parameters.epsilon > 100) continue;
    const auto law = law_of(parameters);
    const Precision precision = 256;
    const auto point = [&](double x) { return BigInterval::point(precision, x); };
    const BigInterval growth = exp(point(parameters.epsilon));
    const BigInterval delta = point(parameters.delta);
    const std::size_t stride = 1 + law.certain_from() / 50;
    for (std::size_t n = 0; n < law.certain_from(); n += stride) {
      const BigInterval at = law.probability(n).enclose(precision);
      const BigInterval next =
          n + 1 == law.certain_from() ? point(1) : law.probability(n + 1).enclose(precision);
      // How much is left: of being told, and of not being told.
      const Real told = middle(growth * at + delta - next);
      const Real not_told = middle(growth * (point(1) - next) + delta - (point(1) - at));
      const Real tiny = 1e-30L;
      EXPECT_GE(told, -tiny) << parameters.epsilon << ", " << parameters.delta << ", " << n;
      EXPECT_GE(not_told, -tiny) << parameters.epsilon << ", " << parameters.delta << ", " << n;
      EXPECT_GE(middle(next), middle(at));
      if (n + 1 < law.certain_from()) {
        EXPECT_LE(std::min(told, not_told), 1e-25L)
            << parameters.epsilon << ", " << parameters.delta << ", " << n;
      }
    }
  }
}

TEST(KeepProbabilities, enclose_the_same_number_at_every_precision) {
  for (const Parameters& parameters : ugly_parameters) {
    const auto law = law_of(parameters);
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{1}, law.certain_from() / 2, law.certain_from() - 1}) {
      const auto probability = law.probability(n);
      const Interval coarse = probability.enclose();
      for (const Precision precision : {128, 512}) {
        const BigInterval fine = probability.enclose(precision);
        EXPECT_LE(coarse.lo, fine.upper_double());
        EXPECT_GE(coarse.hi, fine.lower_double());
        BigFloat width(64);
        mpfr_sub(width.get(), fine.upper().get(), fine.lower().get(), MPFR_RNDU);
        EXPECT_LE(mpfr_get_d(width.get(), MPFR_RNDU), 0x1p-100);
      }
    }
  }
}

TEST(KeepProbabilities, lie_within_what_fewer_bits_enclose) {
  const auto law = law_of({7.0 / 5.0, 0.1});
  for (std::size_t n = 0; n < law.certain_from(); ++n) {
    const BigInterval coarse = law.probability(n).enclose(64);
    const BigInterval fine = law.probability(n).enclose(512);
    EXPECT_TRUE(mpfr_lessequal_p(coarse.lower().get(), fine.lower().get())) << n;
    EXPECT_TRUE(mpfr_greaterequal_p(coarse.upper().get(), fine.upper().get())) << n;
  }
}

TEST(KeepProbabilities, of_one_row_are_delta_whatever_epsilon_is) {
  for (const Parameters& parameters : ugly_parameters) {
    const Interval one = law_of(parameters).probability(1).enclose();
    EXPECT_EQ(one.lo, parameters.delta) << parameters.epsilon;
    EXPECT_EQ(one.hi, parameters.delta) << parameters.epsilon;
  }
}

TEST(KeepProbabilities, are_those_of_the_coin) {
  const auto law = law_of({7.0 / 5.0, 0.1});
  for (std::size_t n = 0; n < law.certain_from() + 2; ++n) {
    const auto bounds = test::enumerate_top_bits(
        12, [&](test::ScriptedTape& tape) { return law.sample_keep(n, tape); });
    const double expected =
        n < law.certain_from() ? static_cast<double>(middle(law.probability(n).enclose(128))) : 1.0;
    EXPECT_LE(bounds.lower.get_d(), expected) << n;
    EXPECT_GE(bounds.upper.get_d(), expected) << n;
    EXPECT_LE(bounds.upper.get_d() - bounds.lower.get_d(), 1e-3) << n;
  }
}

TEST(KeepProbabilities, refine_the_same_number_where_a_word_ties) {
  const auto law = law_of({7.0 / 5.0, 0.1});
  // 0.1 as a double is 0x1.999999999999ap-4: U agrees with it in its first word, and is told from
  // it by the next.
  const std::uint64_t tied = 0x1999999999999a00;
  auto below = test::tape_then({tied - 1, 5}, 0);
  EXPECT_TRUE(law.sample_keep(1, below));
  auto above = test::tape_then({tied, 1}, 0);
  EXPECT_FALSE(law.sample_keep(1, above));
}

TEST(KeepProbabilities, are_not_tabled_without_end) {
  EXPECT_FALSE(KeepProbabilities::of(0.0, 1e-9).has_value());
}

}  // namespace
}  // namespace scrim::keep_probabilities_exact_test
