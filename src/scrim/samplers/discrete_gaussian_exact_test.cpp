#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "scrim/samplers/discrete_gaussian.hpp"
#include "support/by_definition/integer_noise_laws.hpp"
#include "support/scripted_tape.hpp"
#include "support/seeded_stream.hpp"
#include "support/word_enumeration.hpp"

namespace scrim::discrete_gaussian_exact_test {
namespace {

using test::defined;
using test::enumerate_words;
using test::EnumeratedLaw;
using test::gaussian_probability;
using test::gaussian_total;
using test::gaussian_weight;
using test::laplace_probability;
using test::magnitude_by_definition;
using test::ScriptedTape;
using test::SeededStream;

constexpr std::int64_t refused = 1'000'000;

std::int64_t value_of(const std::optional<IntegerNoise>& noise) {
  if (!noise) return refused;
  const auto magnitude = static_cast<std::int64_t>(noise->magnitude);
  return noise->is_negative ? -magnitude : magnitude;
}

/// The probability lies between what is certain and what is possible, for all values up to there.
template <class Probability>
void expect_law(const EnumeratedLaw<std::int64_t>& law, std::int64_t last,
                const Probability& probability) {
  for (std::int64_t value = -last; value <= last; ++value) {
    const BigInterval true_probability =
        probability(static_cast<std::uint64_t>(value < 0 ? -value : value));
    EXPECT_NE(compare(true_probability, defined(law.at_least(value))), Order::less) << value;
    EXPECT_NE(compare(true_probability, defined(law.at_most(value))), Order::greater) << value;
  }
}

TEST(TabledGaussianLaw, holds_over_all_tapes_of_short_words) {
  constexpr int short_word = 8;
  for (const Rational& variance : {Rational(1, 4), Rational(2), Rational(49, 25)}) {
    SCOPED_TRACE(variance.get_str());
    const TabledGaussian<short_word> sampler(variance);
    const auto law = enumerate_words<std::int64_t>(
        short_word, 3, [&](ScriptedTape& tape) { return value_of(sampler.sample(tape)); });
    EXPECT_LT(law.undecided, Rational(1, 20'000));
    const BigInterval total = gaussian_total(variance);
    expect_law(law, 12, [&](std::uint64_t z) { return gaussian_probability(variance, total, z); });
  }
}

// One attempt gives z with probability w_z times one factor: that of the high part's normaliser,
// of the low digits and of the sign.
template <double filter_margin>
void expect_law_of_split_attempts(const Rational& variance, int low_bits) {
  SCOPED_TRACE(variance.get_str());
  // Few bits and many words: what hangs on the exact path is more than what is left undecided.
  constexpr int shortest_word = 5;
  const SplitGaussian<shortest_word, filter_margin> sampler(variance, low_bits);
  const auto law = enumerate_words<std::int64_t>(
      shortest_word, 4, [&](ScriptedTape& tape) { return value_of(sampler.propose(tape)); });
  EXPECT_LT(law.undecided, Rational(1, 400));
  const Rational high_variance = variance / Rational(1 << (2 * low_bits));
  const BigInterval high_total =  // over x >= 0: half of all, and half of zero's weight
      (gaussian_total(high_variance) + defined(1)) * defined(Rational(1, 2));
  const BigInterval factor = defined(Rational(1, 2 << low_bits)) / high_total;
  expect_law(law, 16, [&](std::uint64_t z) { return factor * gaussian_weight(variance, z); });
}

TEST(SplitGaussianLaw, holds_over_all_tapes_of_short_words) {
  expect_law_of_split_attempts<installed_filter_margin>(Rational(5), 1);
  expect_law_of_split_attempts<installed_filter_margin>(Rational(20), 2);
}

TEST(SplitGaussianLaw, holds_if_the_filter_hardly_ever_decides) {
  expect_law_of_split_attempts<0x1p-4>(Rational(5), 1);
  expect_law_of_split_attempts<0x1p-4>(Rational(20), 2);
}

// One attempt gives z with the probability of the proposal times exp(-(|z| - v/t)^2 / (2v)).
template <double filter_margin>
void expect_law_of_attempts(const Rational& variance, const Rational& scale) {
  SCOPED_TRACE(variance.get_str());
  EXPECT_EQ(laplace_scale_for(variance), scale);
  constexpr int shorter_word = 6;
  const DiscreteGaussian<shorter_word, filter_margin> sampler(variance);
  const auto law = enumerate_words<std::int64_t>(
      shorter_word, 3, [&](ScriptedTape& tape) { return value_of(sampler.propose(tape)); });
  EXPECT_LT(law.undecided, Rational(1, 50));
  expect_law(law, 12, [&](std::uint64_t z) {
    const Rational off = to_rational(z) - variance / scale;
    return laplace_probability(scale, z) * exp(defined(Rational(-off * off / (2 * variance))));
  });
}

TEST(DiscreteGaussianLaw, holds_over_all_tapes_of_short_words) {
  expect_law_of_attempts<installed_filter_margin>(Rational(2), Rational(2));
  expect_law_of_attempts<installed_filter_margin>(Rational(1, 4), Rational(1));
}

TEST(DiscreteGaussianLaw, holds_if_the_filter_hardly_ever_decides) {
  expect_law_of_attempts<0x1p-4>(Rational(2), Rational(2));
  expect_law_of_attempts<0x1p-4>(Rational(1, 4), Rational(1));
}

TEST(TabledGaussian, is_the_definition_to_the_bit) {
  SeededStream stream(9201);
  for (const Rational& variance : {Rational(1, 4), Rational(2), Rational(100)}) {
    const TabledGaussian<> tabled(variance);
    const BigInterval total = gaussian_total(variance);
    const auto probability = [&](std::uint64_t z) {
      return gaussian_probability(variance, total, z);
    };
    for (int round = 0; round < 100; ++round) {
      const std::vector<std::uint64_t> words{stream.next_word(), 0, 0};
      ScriptedTape tape(words);
      const IntegerNoise noise = tabled.sample(tape);
      EXPECT_EQ(noise.magnitude, magnitude_by_definition(words, probability));
      EXPECT_EQ(noise.is_negative, (words.front() & 1) != 0);
      EXPECT_EQ(tape.words_consumed(), 1U);
    }
  }
}

/// P[|Z| > j] in 63 digits and two words, and one unit in the last of them more or less.
std::vector<std::uint64_t> tie_with(const Rational& variance, std::uint64_t j, long nudge) {
  const BigInterval total = gaussian_total(variance);
  BigInterval tail = defined(1);
  for (std::uint64_t z = 0; z <= j; ++z) {
    const BigInterval probability = gaussian_probability(variance, total, z);
    tail = tail - (z == 0 ? probability : defined(2) * probability);
  }
  const WideExponentRange wide;
  BigFloat scaled(test::definition_precision);
  mpfr_mul_2ui(scaled.get(), tail.lower().get(), 63 + 128, MPFR_RNDD);
  mpz_class digits;
  mpfr_get_z(digits.get_mpz_t(), scaled.get(), MPFR_RNDD);
  digits += nudge;
  const mpz_class all_ones("FFFFFFFFFFFFFFFF", 16);
  const mpz_class head = digits >> 128U;
  const mpz_class middle = (digits >> 64U) & all_ones;
  const mpz_class last = digits & all_ones;
  return {head.get_ui() << 1U, middle.get_ui(), last.get_ui()};
}

// A variance that is rounded to a double moves every bound in its 53rd digit or so: 1/3 and the
// square of 0.7 are no doubles.
TEST(TabledGaussian, decides_ties_by_further_words_of_the_same_number) {
  for (const Rational& variance :
       {Rational(1, 3), Rational(to_rational(0.7) * to_rational(0.7)), Rational(10'000, 3)}) {
    SCOPED_TRACE(variance.get_str());
    const TabledGaussian<> tabled(variance);
    for (const std::uint64_t j : {0U, 1U}) {
      for (const auto& [nudge, more] : {std::pair(-1L, true), std::pair(1L, false)}) {
        ScriptedTape tape(tie_with(variance, j, nudge));
        EXPECT_EQ(tabled.sample(tape).magnitude, j + (more ? 1 : 0));
        EXPECT_EQ(tape.words_consumed(), 3U);
      }
    }
  }
}

TEST(TabledGaussian, reaches_the_tail_that_no_table_holds) {
  const Rational variance(2);
  const std::vector<std::uint64_t> words{1, 0, 1, 0, 0};  // U = 2^-191
  const BigInterval total = gaussian_total(variance);
  const auto magnitude = magnitude_by_definition(
      words, [&](std::uint64_t z) { return gaussian_probability(variance, total, z); });
  EXPECT_GT(magnitude, 20U);
  ScriptedTape tape(words);
  EXPECT_EQ(TabledGaussian<>(variance).sample(tape), (IntegerNoise{magnitude, true}));
}

TEST(BulkGaussian, takes_a_table_or_splits_as_the_variance_asks) {
  const auto is_tabled = [](const Rational& variance) {
    return BulkGaussian(variance).visit(
        []<class Sampler>(const Sampler&) { return std::same_as<Sampler, TabledGaussian<>>; });
  };
  EXPECT_TRUE(is_tabled(Rational(128 * 128)));
  EXPECT_FALSE(is_tabled(Rational(128 * 128) + Rational(1, 1000)));
}

TEST(DiscreteGaussian, draws_at_every_scale) {
  SeededStream stream(9202);
  for (const double scale :
       {5e-324, 0x1p-20, 0.5, 7.0 / 5.0, 10.0, 129.0, 1e6 + 1.0 / 3.0, 0x1p52}) {
    const Rational variance = to_rational(scale) * to_rational(scale);
    const DiscreteGaussian<> single(variance);
    BulkGaussian(variance).visit([&](const auto& sampler) {
      for (int round = 0; round < 100; ++round) {
        EXPECT_LE(static_cast<double>(sampler.sample(stream).magnitude), 1.0 + 12.0 * scale);
        EXPECT_LE(static_cast<double>(single.sample(stream).magnitude), 1.0 + 12.0 * scale);
      }
    });
  }
}

}  // namespace
}  // namespace scrim::discrete_gaussian_exact_test
