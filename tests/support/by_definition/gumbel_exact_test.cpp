#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "support/by_definition/gumbel.hpp"
#include "support/rational_real.hpp"
#include "support/scripted_tape.hpp"
#include "support/tape_digits.hpp"
#include "support/tape_enumeration.hpp"

namespace scrim::gumbel_exact_test {
namespace {

using test::all_ones;
using test::ScriptedTape;
using test::tape_then;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double wide_margin = 0x1p-4;

using Wide = LazyGumbel<ScriptedTape, wide_margin>;
static_assert(RefinableReal<LazyGumbel<ScriptedTape>>);
static_assert(!std::is_copy_constructible_v<LazyGumbel<ScriptedTape>>);
static_assert(std::is_nothrow_move_constructible_v<LazyGumbel<ScriptedTape>>);

Rational rational(const std::string& text) {
  Rational value(text);
  value.canonicalize();
  return value;
}

const char* const thresholds[] = {"3",    "7/5",  "10", "30", "1/1048576", "12/35", "0",
                                  "-1/3", "-7/5", "-3", "-5", "50",        "100",   "500"};

BigInterval cdf(Precision precision, const Rational& t) {
  return exp(-exp(-BigInterval::point(precision, t)));
}

template <class Gumbel>
bool exceeds(const Rational& threshold, ScriptedTape& tape) {
  Gumbel variable(tape);
  RationalReal bound(threshold);
  return greater_than(variable, bound);
}

TEST(LazyGumbel, exceeds_each_threshold_with_the_probability_of_the_gumbel_law) {
  constexpr int bits = 8;
  for (const char* text : thresholds) {
    const Rational t = rational(text);
    const auto bounds = test::enumerate_top_bits(
        bits, [&](ScriptedTape& tape) { return exceeds<LazyGumbel<ScriptedTape>>(t, tape); });
    const auto slow =
        test::enumerate_top_bits(bits, [&](ScriptedTape& tape) { return exceeds<Wide>(t, tape); });
    const BigInterval law = BigInterval::point(256, 1) - cdf(256, t);
    EXPECT_NE(compare(BigInterval::point(256, bounds.lower), law), Order::greater) << t;
    EXPECT_NE(compare(BigInterval::point(256, bounds.upper), law), Order::less) << t;
    EXPECT_LE(bounds.upper - bounds.lower, Rational(1, 1 << bits)) << t;
    EXPECT_EQ(bounds.lower, slow.lower) << t;
    EXPECT_EQ(bounds.upper, slow.upper) << t;
  }
}

// G > t means U > exp(-exp(-t)): decided by the first word in which they differ.
TEST(LazyGumbel, is_decided_by_the_first_word_that_differs_from_the_cdf) {
  for (const char* text : thresholds) {
    const Rational t = rational(text);
    const std::vector<std::uint64_t> digits = test::leading_words(cdf(4096, t), 24);
    for (std::size_t at = 0; at < digits.size(); ++at) {
      std::vector<std::uint64_t> words(digits.begin(), digits.begin() + static_cast<long>(at) + 1);
      if (digits[at] > 0) {
        --words[at];
        ScriptedTape below = tape_then(words, all_ones);
        ASSERT_FALSE(exceeds<LazyGumbel<ScriptedTape>>(t, below)) << t << " " << at;
        ++words[at];
      }
      if (digits[at] < all_ones) {
        ++words[at];
        ScriptedTape above = tape_then(words, 0);
        ASSERT_TRUE(exceeds<LazyGumbel<ScriptedTape>>(t, above)) << t << " " << at;
      }
    }
  }
}

TEST(LazyGumbel, encloses_minus_ln_of_minus_ln_at_every_precision) {
  std::mt19937_64 engine(43);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t mask = engine() >> engine() % 64;
    const std::uint64_t head = i % 2 == 0 ? engine() & mask : engine() | ~mask;
    ScriptedTape tape{head, engine()};
    LazyGumbel variable(tape);
    const Interval near = variable.enclose();
    ASSERT_EQ(tape.words_consumed(), 1U);
    const BigInterval far = variable.enclose(128);
    ASSERT_LE(near.lo, far.lower_double()) << head;
    ASSERT_GE(near.hi, far.upper_double()) << head;
  }
}

TEST(LazyGumbel, is_unbounded_below_while_all_digits_are_zero) {
  ScriptedTape tape{0, 1};
  LazyGumbel variable(tape);
  EXPECT_EQ(variable.enclose().lo, -infinity);
  EXPECT_NEAR(variable.enclose().hi, -std::log(64 * std::log(2.0)), 1e-9);
  EXPECT_NEAR(variable.enclose(128).lower_double(), -std::log(128 * std::log(2.0)), 1e-9);
}

TEST(LazyGumbel, is_unbounded_above_while_all_digits_are_one) {
  ScriptedTape tape{all_ones, all_ones - 1};
  LazyGumbel variable(tape);
  EXPECT_EQ(variable.enclose().hi, infinity);
  EXPECT_NEAR(variable.enclose().lo, 53 * std::log(2.0), 1e-9);
  EXPECT_NEAR(variable.enclose(128).upper_double(), 128 * std::log(2.0), 1e-9);
}

}  // namespace
}  // namespace scrim::gumbel_exact_test
