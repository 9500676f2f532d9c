#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "support/by_definition/exponential.hpp"
#include "support/rational_real.hpp"
#include "support/scripted_tape.hpp"
#include "support/tape_digits.hpp"
#include "support/tape_enumeration.hpp"

namespace scrim::exponential_exact_test {
namespace {

using test::all_ones;
using test::ScriptedTape;
using test::tape_then;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double wide_margin = 0x1p-4;

using Wide = LazyExponential<ScriptedTape, wide_margin>;
static_assert(RefinableReal<LazyExponential<ScriptedTape>>);
static_assert(!std::is_copy_constructible_v<LazyExponential<ScriptedTape>>);
static_assert(std::is_nothrow_move_constructible_v<LazyExponential<ScriptedTape>>);

Rational rational(const std::string& text) {
  Rational value(text);
  value.canonicalize();
  return value;
}

const char* const thresholds[] = {"3",     "7/5", "10", "30",  "1/1048576", "12/35",
                                  "60/11", "1/3", "45", "100", "745",       "1000003/1000"};

template <class Exponential>
bool exceeds(const Rational& threshold, ScriptedTape& tape) {
  Exponential variable(tape);
  RationalReal bound(threshold);
  return greater_than(variable, bound);
}

TEST(LazyExponential, exceeds_each_threshold_with_probability_exp_minus_threshold) {
  constexpr int bits = 8;
  for (const char* text : thresholds) {
    const Rational t = rational(text);
    const auto bounds = test::enumerate_top_bits(
        bits, [&](ScriptedTape& tape) { return exceeds<LazyExponential<ScriptedTape>>(t, tape); });
    const auto slow =
        test::enumerate_top_bits(bits, [&](ScriptedTape& tape) { return exceeds<Wide>(t, tape); });
    const BigInterval law = exp(-BigInterval::point(256, t));
    EXPECT_NE(compare(BigInterval::point(256, bounds.lower), law), Order::greater) << t;
    EXPECT_NE(compare(BigInterval::point(256, bounds.upper), law), Order::less) << t;
    EXPECT_LE(bounds.upper - bounds.lower, Rational(1, 1 << bits)) << t;
    EXPECT_EQ(bounds.lower, slow.lower) << t;
    EXPECT_EQ(bounds.upper, slow.upper) << t;
  }
}

// E > t means U < exp(-t): decided by the first word in which U and exp(-t) differ.
TEST(LazyExponential, is_decided_by_the_first_word_that_differs_from_exp_minus_threshold) {
  for (const char* text : thresholds) {
    const Rational t = rational(text);
    const std::vector<std::uint64_t> digits =
        test::leading_words(exp(-BigInterval::point(4096, t)), 30);
    for (std::size_t at = 0; at < digits.size(); ++at) {
      std::vector<std::uint64_t> words(digits.begin(), digits.begin() + static_cast<long>(at) + 1);
      if (digits[at] > 0) {
        --words[at];
        ScriptedTape below = tape_then(words, all_ones);
        ASSERT_TRUE(exceeds<LazyExponential<ScriptedTape>>(t, below)) << t << " " << at;
        ++words[at];
      }
      if (digits[at] < all_ones) {
        ++words[at];
        ScriptedTape above = tape_then(words, 0);
        ASSERT_FALSE(exceeds<LazyExponential<ScriptedTape>>(t, above)) << t << " " << at;
      }
    }
  }
}

TEST(LazyExponential, encloses_minus_ln_at_every_precision) {
  std::mt19937_64 engine(41);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t mask = engine() >> engine() % 64;
    const std::uint64_t head = i % 2 == 0 ? engine() & mask : engine() | ~mask;
    ScriptedTape tape{head, engine()};
    LazyExponential variable(tape);
    const Interval near = variable.enclose();
    ASSERT_EQ(tape.words_consumed(), 1U);
    ASSERT_GE(near.lo, 0.0);
    const BigInterval far = variable.enclose(128);
    ASSERT_LE(near.lo, far.lower_double()) << head;
    ASSERT_GE(near.hi, far.upper_double()) << head;
  }
}

TEST(LazyExponential, is_unbounded_above_only_while_all_digits_are_zero) {
  ScriptedTape tape{0, 0, 1, 0};
  LazyExponential variable(tape);
  EXPECT_EQ(variable.enclose().hi, infinity);
  EXPECT_NEAR(variable.enclose().lo, 64 * std::log(2.0), 1e-9);
  EXPECT_EQ(variable.enclose(128).upper_double(), infinity);
  EXPECT_NEAR(variable.enclose(256).upper_double(), 192 * std::log(2.0), 1e-9);
}

TEST(LazyExponential, touches_zero_while_all_digits_are_one) {
  ScriptedTape tape{all_ones, all_ones};
  LazyExponential variable(tape);
  EXPECT_EQ(variable.enclose().lo, 0.0);
  EXPECT_LE(variable.enclose().hi, 0x1.1p-53);
  const BigInterval far = variable.enclose(128);
  EXPECT_EQ(far.lower_double(), 0.0);
  EXPECT_LE(far.upper_double(), 0x1.1p-128);
}

}  // namespace
}  // namespace scrim::exponential_exact_test
