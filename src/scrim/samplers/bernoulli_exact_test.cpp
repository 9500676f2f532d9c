#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "scrim/samplers/bernoulli.hpp"
#include "support/scripted_tape.hpp"
#include "support/tape_digits.hpp"
#include "support/tape_enumeration.hpp"

namespace scrim {
namespace {

using test::all_ones;
using test::ScriptedTape;
using test::tape_then;

Rational to_rational(const Fraction& p) {
  Rational value(p.num, p.den);
  value.canonicalize();
  return value;
}

const std::vector<Fraction> fractions = {{1, 2},
                                         {1, 3},
                                         {5, 7},
                                         {6, 14},  // not in lowest terms
                                         {30, 100},
                                         {1, 1 << 20},
                                         {3, 3'000'001},
                                         {all_ones - 1, all_ones},
                                         {1, all_ones},
                                         {(1ULL << 63) + 1, all_ones - 4},
                                         {1ULL << 63, all_ones},
                                         {123456789012345678ULL, 987654321098765432ULL}};

std::vector<Rational> rationals() {
  std::vector<Rational> all;
  for (const Fraction& p : fractions) all.push_back(to_rational(p));
  for (const char* text : {"1/18446744073709551616", "1/18446744073709551617",
                           "340282366920938463463374607431768211455/"
                           "340282366920938463463374607431768211456",
                           "1/1000000000000000000000000000000000000000000000000000000000000",
                           "12345678901234567890123456789/98765432109876543210987654321"}) {
    all.emplace_back(text).canonicalize();
  }
  return all;
}

TEST(SampleBernoulli, probability_lies_within_the_enumerated_bounds) {
  constexpr int bits = 10;
  for (const Rational& p : rationals()) {
    const auto bounds = test::enumerate_top_bits(
        bits, [&](ScriptedTape& tape) { return sample_bernoulli(p, tape); });
    EXPECT_LE(bounds.lower, p);
    EXPECT_LE(p, bounds.upper);
    EXPECT_LE(bounds.upper - bounds.lower, Rational(1, 1 << bits)) << p;
  }
}

// U < p is decided by the first word in which U and p differ. These tapes follow the expansion of
// p for some words, then leave it by the smallest step.
TEST(SampleBernoulli, follows_the_expansion_of_p_until_it_leaves) {
  for (const Rational& p : rationals()) {
    constexpr std::size_t depth = 6;
    const mpz_class scaled = p.get_num() << (64 * depth);
    const std::vector<std::uint64_t> digits = test::words_of(scaled / p.get_den(), depth);
    for (std::size_t at = 0; at < depth; ++at) {
      // Where the expansion of p ends before this word, no tape comes this far.
      const mpz_class consumed_part = p.get_num() << (64 * at);
      if (consumed_part % p.get_den() == 0) break;

      std::vector<std::uint64_t> prefix(digits.begin(), digits.begin() + static_cast<long>(at));
      if (digits[at] > 0) {
        prefix.push_back(digits[at] - 1);
        ScriptedTape below(prefix);
        ASSERT_TRUE(sample_bernoulli(p, below)) << p << " at word " << at;
        ASSERT_EQ(below.words_consumed(), at + 1) << p;
        prefix.pop_back();
      }
      if (digits[at] < all_ones) {
        prefix.push_back(digits[at] + 1);
        ScriptedTape above(prefix);
        ASSERT_FALSE(sample_bernoulli(p, above)) << p << " at word " << at;
        ASSERT_EQ(above.words_consumed(), at + 1) << p;
      }
    }
  }
}

TEST(SampleBernoulli, is_false_as_soon_as_the_expansion_of_p_has_ended) {
  ScriptedTape half{1ULL << 63};
  EXPECT_FALSE(sample_bernoulli(Fraction{1, 2}, half));
  ScriptedTape just_below_half{(1ULL << 63) - 1};
  EXPECT_TRUE(sample_bernoulli(Fraction{1, 2}, just_below_half));
  ScriptedTape unit{0, 1};
  EXPECT_FALSE(sample_bernoulli(Rational("1/340282366920938463463374607431768211456"), unit));
  EXPECT_EQ(unit.words_consumed(), 2U);
}

TEST(SampleBernoulli, draws_nothing_for_certain_outcomes) {
  ScriptedTape empty{};
  EXPECT_FALSE(sample_bernoulli(Fraction{0, 5}, empty));
  EXPECT_TRUE(sample_bernoulli(Fraction{5, 5}, empty));
  EXPECT_TRUE(sample_bernoulli(Fraction{all_ones, all_ones}, empty));
  EXPECT_TRUE(sample_bernoulli(Fraction{7, 5}, empty));
  EXPECT_FALSE(sample_bernoulli(Rational(0), empty));
  EXPECT_TRUE(sample_bernoulli(Rational(1), empty));
  EXPECT_FALSE(sample_bernoulli(Rational(-1, 3), empty));
  EXPECT_TRUE(sample_bernoulli(Rational(4, 3), empty));
}

TEST(SampleBernoulli, wide_and_narrow_integers_agree_on_every_tape) {
  std::mt19937_64 engine(11);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t den = engine() >> engine() % 63 | 2;
    const std::uint64_t num = engine() % den;
    if (num == 0) continue;
    // The head is the first word of p or a neighbour of it, so that every branch is taken.
    const auto head =
        static_cast<std::uint64_t>((static_cast<uint128>(num) << 64) / den) + engine() % 3 - 1;
    const std::vector<std::uint64_t> words = {head, engine(), engine(), engine()};
    ScriptedTape narrow(words);
    ScriptedTape wide(words);
    ASSERT_EQ(sample_bernoulli(Fraction{num, den}, narrow),
              detail::is_uniform_below_fraction<mpz_class>(num, den, wide))
        << num << "/" << den;
    ASSERT_EQ(narrow.words_consumed(), wide.words_consumed());
  }
}

}  // namespace
}  // namespace scrim
