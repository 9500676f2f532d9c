#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scrim/samplers/discrete_laplace.hpp"
#include "support/by_definition/integer_noise_laws.hpp"
#include "support/scripted_tape.hpp"
#include "support/seeded_stream.hpp"
#include "support/tape_enumeration.hpp"
#include "support/word_enumeration.hpp"

namespace scrim::discrete_laplace_exact_test {
namespace {

using test::defined;
using test::enumerate_words;
using test::EnumeratedLaw;
using test::geometric_probability;
using test::laplace_probability;
using test::magnitude_by_definition;
using test::ScriptedTape;
using test::SeededStream;

constexpr int short_word = 8;
const std::vector<Rational> scales{Rational(1, 1 << 20), Rational(1, 2), Rational(7, 5),
                                   Rational(10), Rational(1'000'001, 3)};

std::int64_t value_of(const IntegerNoise& noise) {
  const auto magnitude = static_cast<std::int64_t>(noise.magnitude);
  return noise.is_negative ? -magnitude : magnitude;
}

std::uint64_t magnitude_of(std::int64_t value) {
  return static_cast<std::uint64_t>(value < 0 ? -value : value);
}

/// The probability lies between what is certain and what is possible, for every value up to there.
template <class Probability>
void expect_law(const EnumeratedLaw<std::int64_t>& law, std::int64_t first, std::int64_t last,
                const Probability& probability) {
  for (std::int64_t value = first; value <= last; ++value) {
    const BigInterval true_probability = probability(magnitude_of(value));
    EXPECT_NE(compare(true_probability, defined(law.at_least(value))), Order::less) << value;
    EXPECT_NE(compare(true_probability, defined(law.at_most(value))), Order::greater) << value;
  }
}

TEST(TabledLaplaceLaw, holds_over_all_tapes_of_short_words) {
  for (const Rational& scale : {Rational(1, 2), Rational(7, 5), Rational(3)}) {
    SCOPED_TRACE(scale.get_str());
    const TabledLaplace<short_word> sampler(scale);
    const auto law = enumerate_words<std::int64_t>(
        short_word, 3, [&](ScriptedTape& tape) { return value_of(sampler.sample(tape)); });
    EXPECT_LT(law.undecided, Rational(1, 20'000));
    expect_law(law, -40, 40, [&](std::uint64_t z) { return laplace_probability(scale, z); });
  }
}

TEST(GeometricTableLaw, holds_over_all_tapes_of_short_words) {
  const Rational scale(7, 5);
  const InversionTable<GeometricTails<>, short_word> table(
      GeometricTails<>(scale, GeometricKind::one_sided));
  const auto law = enumerate_words<std::int64_t>(short_word, 3, [&](ScriptedTape& tape) {
    return static_cast<std::int64_t>(table.sample(tape).value);
  });
  expect_law(law, 0, 30, [&](std::uint64_t x) { return geometric_probability(scale, x); });
}

// Beyond 2^16 entries the guide does not reach: the search goes on from its last one.
TEST(TabledLaplace, finds_values_beyond_its_guide) {
  const Rational scale(2000);
  const TabledLaplace<> table(scale);
  const DiscreteLaplace<> by_inversion(scale);
  std::uint64_t largest = 0;
  for (int shift = 0; shift < 62; shift += 3) {
    const std::uint64_t word = (std::uint64_t{0x9E3779B97F4A7C15} >> shift) | 2;
    const std::vector<std::uint64_t> words{word, 0x243F6A8885A308D3, 0x13198A2E03707344};
    ScriptedTape tape(words);
    ScriptedTape same_tape(words);
    const IntegerNoise noise = table.sample(tape);
    EXPECT_EQ(noise, by_inversion.sample(same_tape)) << shift;
    largest = std::max(largest, noise.magnitude);
  }
  EXPECT_GT(largest, std::uint64_t{1} << 16);
}

template <double filter_margin>
void expect_law_of_single_draws(const Rational& scale) {
  SCOPED_TRACE(scale.get_str());
  const DiscreteLaplace<short_word, filter_margin> sampler(scale);
  const auto law = enumerate_words<std::int64_t>(
      short_word, 3, [&](ScriptedTape& tape) { return value_of(sampler.sample(tape)); });
  EXPECT_LT(law.undecided, Rational(1, 20'000));
  expect_law(law, -40, 40, [&](std::uint64_t z) { return laplace_probability(scale, z); });
}

TEST(DiscreteLaplaceLaw, holds_over_all_tapes_of_short_words) {
  expect_law_of_single_draws<installed_filter_margin>(Rational(1, 2));
  expect_law_of_single_draws<installed_filter_margin>(Rational(3));
}

TEST(DiscreteLaplaceLaw, holds_if_the_filter_hardly_ever_decides) {
  expect_law_of_single_draws<0x1p-4>(Rational(7, 5));
}

// One attempt gives z with probability (1 - q^(2^m)) / 2^(m + 1) * q^|z|: the same factor for all
// z.
template <class Sampler, int shorter_word>
void expect_law_of_attempts() {
  for (const auto& [scale, low_bits] : {std::pair(Rational(7, 5), 1), std::pair(Rational(3), 2)}) {
    SCOPED_TRACE(scale.get_str());
    const Sampler sampler(scale, low_bits);
    constexpr std::int64_t refused = 1'000'000;
    const auto law = enumerate_words<std::int64_t>(shorter_word, 3, [&](ScriptedTape& tape) {
      const auto noise = sampler.propose(tape);
      return noise ? value_of(*noise) : refused;
    });
    const Rational parts(1 << low_bits);
    const BigInterval factor =
        (defined(1) - exp(defined(Rational(-parts / scale)))) / defined(Rational(2 * parts));
    EXPECT_LT(law.undecided, Rational(1, 50));
    expect_law(law, -20, 20, [&](std::uint64_t z) {
      return factor * exp(defined(Rational(-to_rational(z) / scale)));
    });
  }
}

template <int word_bits, double filter_margin>
using SplitByInversion =
    SplitLaplace<word_bits, filter_margin, InvertedGeometric<word_bits, filter_margin>>;

TEST(SplitLaplaceLaw, holds_over_all_tapes_of_short_words) {
  expect_law_of_attempts<SplitLaplace<6>, 6>();
  expect_law_of_attempts<SplitByInversion<6, installed_filter_margin>, 6>();
}

TEST(SplitLaplaceLaw, holds_if_the_filter_hardly_ever_decides) {
  expect_law_of_attempts<SplitByInversion<6, 0x1p-4>, 6>();
}

/// 2^low_bits x + low, with the x of the first word under the scale that is left.
TEST(DiscreteLaplace, draws_low_digits_apart_at_large_scales) {
  struct Case {
    Rational scale;
    int low_bits;
  };
  SeededStream stream(9003);
  for (const auto& [scale, low_bits] :
       {Case{Rational(0x1p40), 20}, Case{Rational(0x1p41) - Rational(1, 3), 20},
        Case{Rational(0x1p41), 21}, Case{Rational(1e15), 29},
        Case{Rational(1e18) + Rational(1, 3), 39}, Case{Rational(0x1p60), 40},
        Case{Rational(0x1p63) - 1, 42}}) {
    SCOPED_TRACE(scale.get_str());
    const DiscreteLaplace<> single(scale);
    const GeometricTails<> tails(Rational(scale / (std::uint64_t{1} << low_bits)),
                                 GeometricKind::one_sided);
    for (int round = 0; round < 50; ++round) {
      // The coin's head is 0: it is accepted.
      const std::uint64_t low = stream.next_word() >> (64 - low_bits);
      const std::vector<std::uint64_t> words{stream.next_word(), low << (64 - low_bits), 0, 0};
      ScriptedTape tape(words);
      ScriptedTape high_tape(words);
      const TableDraw high = sample_by_inversion(tails, high_tape);
      ASSERT_EQ(high_tape.words_consumed(), 1U);
      const mpz_class magnitude =
          (mpz_class(static_cast<unsigned long>(high.value)) << static_cast<unsigned>(low_bits)) +
          mpz_class(static_cast<unsigned long>(low));
      const mpz_class most(static_cast<unsigned long>(most_by_inversion));
      EXPECT_EQ(single.sample(tape),
                (IntegerNoise{(magnitude < most ? magnitude : most).get_ui(), high.bit}));
      EXPECT_EQ(tape.words_consumed(), 2U);
    }
  }
}

TEST(DiscreteLaplace, draws_no_digits_apart_below_and_beyond) {
  for (const Rational& scale : {Rational(Rational(0x1p40) - Rational(1, 3)), Rational(0x1p63)}) {
    const DiscreteLaplace<> single(scale);
    const GeometricTails<> tails(scale, GeometricKind::magnitude);
    const std::vector<std::uint64_t> words{0x9E3779B97F4A7C15, 0x243F6A8885A308D3, 5, 6};
    ScriptedTape tape(words);
    ScriptedTape same_tape(words);
    const TableDraw draw = sample_by_inversion(tails, same_tape);
    EXPECT_EQ(single.sample(tape), (IntegerNoise{draw.value, draw.bit}));
  }
}

/// A magnitude that does not fit is the largest, and not what is left of it in 64 bits.
TEST(DiscreteLaplace, stops_at_the_largest_magnitude) {
  const DiscreteLaplace<> single(Rational(0x1p62));
  // U = 2^-62: some 43 scales, where 4 fit.
  ScriptedTape tape(std::vector<std::uint64_t>{2, 0, 0, 0});
  EXPECT_EQ(single.sample(tape), (IntegerNoise{most_by_inversion, false}));
  ScriptedTape negative(std::vector<std::uint64_t>{3, 0, 0, 0});
  EXPECT_EQ(single.sample(negative), (IntegerNoise{most_by_inversion, true}));
}

// A coin that were thrown anew, or a boundary word that went the wrong way, changes the law of the
// attempts by less than their ties do; here the head is all that varies.
TEST(SplitCoin, accepts_exactly_below_exp_minus_x) {
  struct Exponent {
    Rational value;
    [[nodiscard]] Interval enclose() const { return {to_double_down(value), to_double_up(value)}; }
    [[nodiscard]] BigInterval enclose(Precision precision) const {
      return BigInterval::point(precision, value);
    }
  };
  for (const Rational& x :
       {Rational(1, 3), Rational(1, 100), Rational(1, 4), Rational(3), Rational(0)}) {
    SCOPED_TRACE(x.get_str());
    const auto law = enumerate_words<bool>(short_word, 4, [&](ScriptedTape& tape) {
      return accepts<short_word>(draw_word<short_word>(tape), short_word, to_double_up(x),
                                 Exponent{x}, tape);
    });
    EXPECT_LT(law.undecided, Rational(1, 1 << 30));
    const BigInterval chance = exp(-defined(x));
    EXPECT_NE(compare(chance, defined(law.at_least(true))), Order::less);
    EXPECT_NE(compare(chance, defined(law.at_most(true))), Order::greater);
  }
}

// 1 - x is a bound from below: whatever comes after the head, U < 1 - x. With x = 1/4 and 8 bits
// the last head that is sure is 191, next to 3/4; the code may give one away.
TEST(SplitCoin, is_sure_of_no_head_that_reaches_one_minus_x) {
  EXPECT_FALSE(is_surely_below_one_minus(192, 8, 0.25));
  EXPECT_TRUE(is_surely_below_one_minus(190, 8, 0.25));
  EXPECT_FALSE(is_surely_below_one_minus(255, 8, 0x1p-60));
  EXPECT_FALSE(is_surely_below_one_minus(0, 8, 1.0));
  for (std::uint64_t head = 0; head < 256; ++head) {
    for (const double x : {0.0, 0.1, 0.25, 0.5, 0.9999}) {
      if (is_surely_below_one_minus(head, 8, x)) {
        EXPECT_LE(Rational(static_cast<long>(head + 1), 256), 1 - Rational(x));
      }
    }
  }
}

// The table and the inversion near a guess answer the same question about the same number.
TEST(DiscreteLaplace, is_the_definition_to_the_bit) {
  SeededStream stream(9001);
  for (const Rational& scale : {Rational(1, 2), Rational(7, 5), Rational(10)}) {
    const TabledLaplace<> tabled(scale);
    const DiscreteLaplace<> single(scale);
    const auto probability = [&](std::uint64_t z) { return laplace_probability(scale, z); };
    for (int round = 0; round < 200; ++round) {
      const std::vector<std::uint64_t> words{stream.next_word(), 0, 0};
      ScriptedTape tape_of_table(words);
      ScriptedTape tape_of_single(words);
      const IntegerNoise noise = tabled.sample(tape_of_table);
      EXPECT_EQ(noise, single.sample(tape_of_single));
      EXPECT_EQ(noise.magnitude, magnitude_by_definition(words, probability));
      EXPECT_EQ(noise.is_negative, (words.front() & 1) != 0);
      EXPECT_EQ(tape_of_table.words_consumed(), 1U);
      EXPECT_EQ(tape_of_single.words_consumed(), 1U);
    }
  }
}

/// The first words of P[|Z| > j], as a tape on which the head ties with entry j of the table.
std::vector<std::uint64_t> tie_with(const Rational& scale, std::uint64_t j, long nudge) {
  BigInterval tail = defined(1);
  for (std::uint64_t z = 0; z <= j; ++z) {
    const BigInterval probability = laplace_probability(scale, z);
    tail = tail - (z == 0 ? probability : defined(2) * probability);
  }
  // 63 digits, then two words of 64.
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

TEST(DiscreteLaplace, decides_ties_by_further_words_of_the_same_number) {
  for (const Rational& scale : {Rational(1, 2), Rational(7, 5), Rational(10), Rational(63, 2)}) {
    const TabledLaplace<> tabled(scale);
    const DiscreteLaplace<> single(scale);
    for (const std::uint64_t j : {0U, 1U, 5U, 17U}) {
      // One unit in the 191st digit below the bound is more than j, and one above is not.
      for (const auto& [nudge, more] : {std::pair(-1L, true), std::pair(1L, false)}) {
        ScriptedTape of_table(tie_with(scale, j, nudge));
        ScriptedTape of_single(tie_with(scale, j, nudge));
        EXPECT_EQ(tabled.sample(of_table).magnitude, j + (more ? 1 : 0));
        EXPECT_EQ(of_table.words_consumed(), 3U);
        EXPECT_EQ(single.sample(of_single).magnitude, j + (more ? 1 : 0));
      }
    }
  }
}

TEST(DiscreteLaplace, reaches_the_tail_that_no_table_holds) {
  const Rational scale(7, 5);
  const TabledLaplace<> tabled(scale);
  const DiscreteLaplace<> single(scale);
  const std::vector<std::uint64_t> words{1, 0, 1, 0, 0};  // U = 2^-191
  const auto magnitude = magnitude_by_definition(
      words, [&](std::uint64_t z) { return laplace_probability(scale, z); });
  EXPECT_GT(magnitude, 180U);
  ScriptedTape of_table(words);
  ScriptedTape of_single(words);
  EXPECT_EQ(tabled.sample(of_table), (IntegerNoise{magnitude, true}));
  EXPECT_EQ(single.sample(of_single), (IntegerNoise{magnitude, true}));
}

TEST(DiscreteLaplace, draws_at_every_scale) {
  SeededStream stream(9002);
  for (const Rational& scale : scales) {
    const BulkLaplace bulk(scale);
    const double rough = to_double_up(scale);
    bulk.visit([&](const auto& sampler) {
      for (int round = 0; round < 1000; ++round) {
        EXPECT_LE(static_cast<double>(sampler.sample(stream).magnitude), 40.0 * rough);
      }
    });
  }
  const DiscreteLaplace<> tiny(Rational(5e-324));
  EXPECT_EQ(tiny.sample(stream).magnitude, 0U);
  // Nearly every draw lies beyond what 64 bits hold, and so comes out as the largest.
  const DiscreteLaplace<> huge(Rational(1e308));
  EXPECT_EQ(huge.sample(stream).magnitude, most_by_inversion);
  const DiscreteLaplace<> wide(Rational(0x1p61));
  EXPECT_GT(wide.sample(stream).magnitude, std::uint64_t{1} << 40);
}

TEST(BulkLaplace, takes_a_table_or_splits_as_the_scale_asks) {
  const auto index_of = [](const Rational& scale) {
    return BulkLaplace(scale).visit([]<class Sampler>(const Sampler&) {
      if constexpr (std::same_as<Sampler, TabledLaplace<>>) return 0;
      if constexpr (std::same_as<Sampler, SplitLaplace<>>) return 1;
      return 2;
    });
  };
  EXPECT_EQ(index_of(Rational(319, 10)), 0);
  EXPECT_EQ(index_of(Rational(32)), 1);
  EXPECT_EQ(index_of(Rational(0x1p42) - 1), 1);
  EXPECT_EQ(index_of(Rational(0x1p42)), 2);
}

}  // namespace
}  // namespace scrim::discrete_laplace_exact_test
