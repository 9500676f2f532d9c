#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "scrim/samplers/bernoulli_exp.hpp"
#include "support/by_definition/bernoulli_exp_minus.hpp"
#include "support/rational_real.hpp"
#include "support/scripted_tape.hpp"
#include "support/tape_digits.hpp"
#include "support/tape_enumeration.hpp"

namespace scrim::bernoulli_exp_exact_test {
namespace {

using test::all_ones;
using test::ScriptedTape;
using test::tape_then;

constexpr double wide_margin = 0x1p-4;

Rational rational(const std::string& text) {
  Rational value(text);
  value.canonicalize();
  return value;
}

const Rational smallest_subnormal = to_rational(5e-324);

/// Ugly parameters: numerators that share factors with small integers, both ends of the range of
/// doubles, and what lies around the places where exp underflows.
std::vector<Rational> ugly_parameters() {
  std::vector<Rational> all;
  for (const char* text : {"3",
                           "7/5",
                           "10",
                           "30",
                           "1/1048576",
                           "3000001/3",
                           "12/35",
                           "60/11",
                           "30/7",
                           "1/3",
                           "2/3",
                           "7/10",
                           "6931471805599453/10000000000000000",
                           "1/18446744073709551616",
                           "1/340282366920938463463374607431768211456",
                           "44",
                           "45",
                           "1335/30",
                           "88",
                           "100",
                           "707",
                           "708",
                           "709",
                           "744",
                           "745",
                           "746",
                           "1000",
                           "1000000000000000000"}) {
    all.push_back(rational(text));
  }
  for (const double x : {5e-324, 1e-300, 0x1p-60, 0x1p-53, 0.1, 1e308}) {
    all.push_back(to_rational(x));
  }
  return all;
}

TEST(SampleBernoulliExpMinus, probability_lies_within_the_enumerated_bounds) {
  constexpr int bits = 8;
  for (const Rational& x : ugly_parameters()) {
    // Beyond, no finite tape of zeros is long enough to be below exp(-x).
    if (x > 1000) continue;
    const auto bounds = test::enumerate_top_bits(
        bits, [&](ScriptedTape& tape) { return sample_bernoulli_exp_minus(x, tape); });
    const auto slow_bounds = test::enumerate_top_bits(
        bits, [&](ScriptedTape& tape) { return sample_bernoulli_exp_minus<wide_margin>(x, tape); });
    const BigInterval law = exp(-BigInterval::point(256, x));
    // "Not greater" and "not less": a bound may coincide with an end of the enclosure.
    EXPECT_NE(compare(BigInterval::point(256, bounds.lower), law), Order::greater) << x;
    EXPECT_NE(compare(BigInterval::point(256, bounds.upper), law), Order::less) << x;
    EXPECT_LE(bounds.upper - bounds.lower, Rational(1, 1 << bits)) << x;
    EXPECT_EQ(bounds.lower, slow_bounds.lower) << x;
    EXPECT_EQ(bounds.upper, slow_bounds.upper) << x;
  }
}

/// Words of the tape that follows exp(-x) for `at` words and then leaves it by `step`.
std::vector<std::uint64_t> departing(const std::vector<std::uint64_t>& digits, std::size_t at,
                                     std::uint64_t step) {
  std::vector<std::uint64_t> words(digits.begin(), digits.begin() + static_cast<long>(at));
  words.push_back(digits[at] + step);
  return words;
}

// The first word equal to floor(2^64 p) forces an extension; following p further forces more. Only
// a sampler that extends the same number decides these tapes as U < p is decided by hand: by the
// first word that differs.
TEST(SampleBernoulliExpMinus, decides_by_the_first_word_that_differs_from_p) {
  constexpr std::size_t depth = 9;
  for (const char* text : {"3", "7/5", "10", "30", "1/1048576", "12/35", "60/11", "30/7", "1/3",
                           "45", "100", "708", "745", "1/18446744073709551616"}) {
    const Rational x = rational(text);
    const BigInterval law = exp(-BigInterval::point(4096, x));
    // Enough words that `depth` of them lie beyond the leading zeros of small probabilities.
    const std::vector<std::uint64_t> digits = test::leading_words(law, depth + 18);
    for (std::size_t at = 0; at < digits.size(); ++at) {
      for (const std::uint64_t step : {1ULL, 1ULL << 11, 1ULL << 40}) {
        for (const std::uint64_t filler : {std::uint64_t{0}, all_ones}) {
          if (digits[at] >= step) {
            ScriptedTape below = tape_then(departing(digits, at, 0 - step), filler);
            ASSERT_TRUE(sample_bernoulli_exp_minus(x, below)) << x << " " << at << " " << step;
            ASSERT_GE(below.words_consumed(), at + 1);
          }
          if (digits[at] <= all_ones - step) {
            ScriptedTape above = tape_then(departing(digits, at, step), filler);
            ASSERT_FALSE(sample_bernoulli_exp_minus(x, above)) << x << " " << at << " " << step;
          }
        }
      }
    }
  }
}

TEST(SampleBernoulliExpMinus, draws_as_many_words_as_the_precision_that_decides) {
  const Rational x(3);
  const std::vector<std::uint64_t> digits =
      test::leading_words(exp(-BigInterval::point(4096, x)), 9);
  // Leaving p by 2^40 in word `at` is decided as soon as that word is known; words come as 1,
  // 2, 4...
  const std::vector<std::size_t> expected = {1, 2, 4, 4, 8, 8, 8, 8, 16};
  for (std::size_t at = 0; at < digits.size(); ++at) {
    ScriptedTape tape = tape_then(departing(digits, at, 1ULL << 40), 0);
    EXPECT_FALSE(sample_bernoulli_exp_minus(x, tape));
    EXPECT_EQ(tape.words_consumed(), expected[at]) << at;
  }
}

TEST(SampleBernoulliExpMinus, needs_one_word_unless_it_is_next_to_p) {
  for (const char* text : {"3", "7/5", "10", "30", "12/35", "1/3", "40"}) {
    const Rational x = rational(text);
    const std::uint64_t head = test::leading_words(exp(-BigInterval::point(256, x)), 1)[0];
    // The filter is relatively 2^-47 wide, or as wide as one word where p is small.
    const std::uint64_t step = 2 + (head >> 47) + 4096;
    if (head > step) {
      ScriptedTape below{head - step};
      EXPECT_TRUE(sample_bernoulli_exp_minus(x, below)) << x;
    }
    ScriptedTape above{head + step};
    EXPECT_FALSE(sample_bernoulli_exp_minus(x, above)) << x;
  }
}

TEST(SampleBernoulliExpMinus, draws_nothing_at_zero) {
  ScriptedTape empty{};
  EXPECT_TRUE(sample_bernoulli_exp_minus(Rational(0), empty));
  RationalReal zero(Rational(0));
  EXPECT_TRUE(sample_bernoulli_exp_minus(zero, empty));
  EXPECT_TRUE(sample_bernoulli_exp_minus<wide_margin>(zero, empty));
}

// exp(-2^-1074) = 1 - 2^-1074 + 2^-2149 - ...: 1074 ones, then 1074 zeros, then a one.
TEST(SampleBernoulliExpMinus, is_exact_at_the_smallest_subnormal) {
  std::vector<std::uint64_t> ones(16, all_ones);
  const auto with_last = [&](std::uint64_t last) {
    std::vector<std::uint64_t> words = ones;
    words.push_back(last);
    return words;
  };
  const std::uint64_t ten_hundred_seventy_four_ones = all_ones << 14;

  ScriptedTape sure{all_ones - (1 << 16)};
  EXPECT_TRUE(sample_bernoulli_exp_minus(smallest_subnormal, sure));
  ScriptedTape second{all_ones, 0};
  EXPECT_TRUE(sample_bernoulli_exp_minus(smallest_subnormal, second));

  ScriptedTape below = tape_then(with_last(ten_hundred_seventy_four_ones - 1), all_ones);
  EXPECT_TRUE(sample_bernoulli_exp_minus(smallest_subnormal, below));
  ScriptedTape above = tape_then(with_last(ten_hundred_seventy_four_ones + 1), 0);
  EXPECT_FALSE(sample_bernoulli_exp_minus(smallest_subnormal, above));
  ScriptedTape top = tape_then(with_last(all_ones), all_ones);
  EXPECT_FALSE(sample_bernoulli_exp_minus(smallest_subnormal, top));

  // U = 1 - 2^-1074 + 0...: below p by 2^-2149, seen with 4096 bits.
  ScriptedTape equal_so_far = tape_then(with_last(ten_hundred_seventy_four_ones), 0);
  EXPECT_TRUE(sample_bernoulli_exp_minus(smallest_subnormal, equal_so_far));
  EXPECT_EQ(equal_so_far.words_consumed(), 64U);
}

TEST(SampleBernoulliExpMinus, is_false_at_once_where_exp_underflows_unless_the_word_is_zero) {
  std::vector<Rational> huge = {Rational(745), Rational(746), rational("3000001/3"),
                                rational("1000000000000000000"), to_rational(1e308)};
  mpz_class beyond_doubles;
  mpz_ui_pow_ui(beyond_doubles.get_mpz_t(), 10, 400);
  huge.emplace_back(beyond_doubles);
  for (const Rational& x : huge) {
    ScriptedTape one{1};
    EXPECT_FALSE(sample_bernoulli_exp_minus(x, one)) << x;
    ScriptedTape late{0, 1};
    EXPECT_FALSE(sample_bernoulli_exp_minus(x, late)) << x;
  }
  for (const Rational& x : {huge[2], huge[3], huge[4], huge[5]}) {
    ScriptedTape very_late = tape_then(std::vector<std::uint64_t>(100, 0), 1);
    EXPECT_FALSE(sample_bernoulli_exp_minus(x, very_late)) << x;
    EXPECT_EQ(very_late.words_consumed(), 128U);
  }
}

TEST(SampleBernoulliExpMinus, still_has_its_true_positive_probability_where_exp_underflows) {
  // exp(-1000) = 2^-1442.69...: 1442 zeros, then a one.
  ScriptedTape zeros = tape_then({}, 0);
  EXPECT_TRUE(sample_bernoulli_exp_minus(Rational(1000), zeros));
  std::vector<std::uint64_t> words(22, 0);
  words.push_back(1ULL << (64 * 23 - 1443));
  ScriptedTape power_below = tape_then(words, 0);
  EXPECT_TRUE(sample_bernoulli_exp_minus(Rational(1000), power_below));
  words.back() <<= 1;
  ScriptedTape power_above = tape_then(words, 0);
  EXPECT_FALSE(sample_bernoulli_exp_minus(Rational(1000), power_above));
}

TEST(SampleBernoulliExpMinus, wide_filter_decides_alike_on_the_same_words) {
  std::mt19937_64 engine(31);
  for (const Rational& x : ugly_parameters()) {
    RationalReal real(x);
    const BigInterval law = exp(-BigInterval::point(4096, x));
    const auto head =
        static_cast<std::uint64_t>(std::min(law.lower_double() * 0x1p64, 0x1.fffffffffffffp63));
    std::size_t fast_words = 0;
    std::size_t slow_words = 0;
    for (int i = 0; i < 300; ++i) {
      std::vector<std::uint64_t> words(64);
      for (auto& word : words) word = engine();
      // Every third tape is anywhere, the others within 2^-8 and 2^-40 of p, relatively.
      if (i % 3 == 1) words[0] = head + (head >> 7 & engine()) - (head >> 8);
      if (i % 3 == 2) words[0] = head + (head >> 39 & engine()) - (head >> 40);
      ScriptedTape fast(words);
      ScriptedTape slow(words);
      ASSERT_EQ(sample_bernoulli_exp_minus(real, fast),
                sample_bernoulli_exp_minus<wide_margin>(real, slow))
          << x << " " << words[0];
      ASSERT_LE(fast.words_consumed(), slow.words_consumed());
      fast_words += fast.words_consumed();
      slow_words += slow.words_consumed();
    }
    if (head >> 20 != 0 && head < all_ones - (1ULL << 52)) {
      EXPECT_GE(slow_words, fast_words + 100) << x << ": the wide filter was not wide";
    }
  }
}

/// A number that shows only what its precision allows, as a computed score would.
struct BlurredReal {
  Rational value;
  Interval enclose() const {
    return Interval{to_double_down(value), to_double_up(value)} + Interval{-0x1p-10, 0x1p-10};
  }
  BigInterval enclose(Precision precision) const {
    Rational blur(1);
    blur >>= static_cast<unsigned long>(precision / 2);
    return BigInterval::point(precision, value) + BigInterval::point(precision, Rational(-blur)) +
           BigInterval::point(precision, blur);
  }
};

TEST(SampleBernoulliExpMinus, accepts_an_enclosure_that_reaches_below_zero) {
  std::mt19937_64 engine(37);
  for (const Rational& x : {Rational(0), rational("1/1000000"), rational("1/3"), Rational(30)}) {
    BlurredReal blurred{x};
    RationalReal sharp(x);
    for (int i = 0; i < 3000; ++i) {
      std::vector<std::uint64_t> words(64);
      for (auto& word : words) word = engine();
      if (i % 2 == 0) words[0] |= all_ones << 50;
      ScriptedTape a(words);
      ScriptedTape b(words);
      ASSERT_EQ(sample_bernoulli_exp_minus(blurred, a), sample_bernoulli_exp_minus(sharp, b)) << x;
    }
  }
}

// --- after zeros ---------------------------------------------------------------------------------

/// The smallest first word for which the coin is tails, the rest of the tape being zeros.
template <double margin>
std::uint64_t first_tails(const Rational& x, int zeros) {
  std::uint64_t lower = 0;
  std::uint64_t upper = all_ones;
  while (lower < upper) {
    const std::uint64_t middle = lower + (upper - lower) / 2;
    RationalReal real(x);
    ScriptedTape tape = tape_then({middle}, 0);
    if (sample_bernoulli_exp_minus_after_zeros<margin>(real, zeros, tape)) {
      lower = middle + 1;
    } else {
      upper = middle;
    }
  }
  return lower;
}

TEST(SampleBernoulliExpMinusAfterZeros, has_the_probability_that_is_left) {
  for (const Rational& x : ugly_parameters()) {
    if (x > 700) continue;
    const double most = x.get_d() / 0.6931471805599454;
    for (const int zeros : {0, 1, 2, 30, 63, 64, 100, 500, 900}) {
      if (zeros > most) continue;
      BigInterval p = exp(-BigInterval::point(4096, x));
      for (int i = 0; i < zeros; ++i) p = p * BigInterval::point(4096, 2.0);
      // Heads are the words w with w 2^-64 < p, so their number is 2^64 p rounded up.
      const std::uint64_t expected = test::leading_words(p, 1).front();
      if (expected == all_ones) continue;  // no word is tails
      EXPECT_EQ(first_tails<installed_filter_margin>(x, zeros) - 1, expected) << x << " " << zeros;
      EXPECT_EQ(first_tails<wide_margin>(x, zeros) - 1, expected) << x << " " << zeros;
    }
  }
}

}  // namespace
}  // namespace scrim::bernoulli_exp_exact_test
