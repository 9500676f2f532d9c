// Lazily refined exponential and Gumbel variables against thresholds: a weak filter leaves the
// decision to the exact path, which decides alike on the same words and draws what it needs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/by_definition/exponential.hpp"
#include "support/by_definition/gumbel.hpp"
#include "support/rational_real.hpp"
#include "support/scripted_tape.hpp"
#include "support/tape_digits.hpp"
#include "support/tape_enumeration.hpp"

namespace scrim::fit_lazy_reals_exact_test {
namespace {

using test::all_ones;
using test::ScriptedTape;
using test::tape_then;
using Words = std::vector<std::uint64_t>;

constexpr double wide_margin = 0x1p-4;

// Ugly: shared factors with small integers, a power of two, and one beyond the range of exp.
const char* const thresholds[] = {"3",     "7/5",   "10",   "30", "1/1048576",
                                  "12/35", "60/11", "30/7", "45", "3000001/3"};

Rational rational(const std::string& text) {
  Rational value(text);
  value.canonicalize();
  return value;
}

struct Exponential {
  template <double margin>
  using Variable = LazyExponential<ScriptedTape, margin>;
  static constexpr bool grows_with_digits = false;

  /// The number U at which the variable equals t.
  static BigInterval boundary(Precision precision, const Rational& t) {
    return exp(-BigInterval::point(precision, t));
  }
};

struct Gumbel {
  template <double margin>
  using Variable = LazyGumbel<ScriptedTape, margin>;
  static constexpr bool grows_with_digits = true;

  static BigInterval boundary(Precision precision, const Rational& t) {
    return exp(-exp(-BigInterval::point(precision, t)));
  }
};

template <class Law, double margin = installed_filter_margin>
bool exceeds(const Rational& threshold, ScriptedTape& tape) {
  typename Law::template Variable<margin> variable(tape);
  RationalReal bound(threshold);
  return greater_than(variable, bound);
}

template <class Law>
class LazyRealOnTapes : public testing::Test {};
using Laws = testing::Types<Exponential, Gumbel>;
TYPED_TEST_SUITE(LazyRealOnTapes, Laws);

TYPED_TEST(LazyRealOnTapes, is_decided_alike_when_the_exact_path_decides) {
  std::mt19937_64 engine(77);
  for (const char* text : thresholds) {
    const Rational t = rational(text);
    const double near = TypeParam::boundary(256, t).lower_double();
    const auto head = static_cast<std::uint64_t>(std::min(near * 0x1p64, 0x1.fffffffffffffp63));
    std::size_t words_by_filter = 0;
    std::size_t words_by_refining = 0;
    for (int i = 0; i < 600; ++i) {
      Words words(64);
      for (auto& word : words) word = engine();
      // Every third tape is anywhere, the others within 2^-8 and 2^-45 of the boundary.
      if (i % 3 != 0) {
        const std::uint64_t step = engine() & (head >> (i % 3 == 1 ? 8 : 45));
        words[0] = i % 2 == 0 ? head - step : head + std::min(step, all_ones - head);
      }
      ScriptedTape fast(words);
      ScriptedTape slow(words);
      ASSERT_EQ(exceeds<TypeParam>(t, fast), (exceeds<TypeParam, wide_margin>(t, slow)))
          << t << " " << words[0];
      ASSERT_LE(fast.words_consumed(), slow.words_consumed());
      words_by_filter += fast.words_consumed();
      words_by_refining += slow.words_consumed();
    }
    // Where the boundary lies at an end of [0, 1] there is nothing to be near to.
    if (near > 0x1p-40 && near < 1 - 0x1p-10) {
      EXPECT_GT(words_by_refining, words_by_filter + 100) << t << ": the wide filter was not wide";
    }
  }
}

// Leaving the boundary by 2^40 in word `at` is decided as soon as that word is known; words come as
// 1, 2, 4, 8, 16.
TYPED_TEST(LazyRealOnTapes, draws_as_many_words_as_the_precision_that_decides) {
  const std::vector<std::size_t> expected{1, 2, 4, 4, 8, 8, 8, 8, 16};
  for (const char* text : {"3", "7/5", "12/35", "60/11"}) {
    const Rational t = rational(text);
    const Words digits = test::leading_words(TypeParam::boundary(4096, t), expected.size());
    for (std::size_t at = 0; at < digits.size(); ++at) {
      for (const bool is_above : {false, true}) {
        if (is_above ? digits[at] > all_ones - (1ULL << 40) : digits[at] < 1ULL << 40) continue;
        Words words(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(at) + 1);
        words[at] = is_above ? digits[at] + (1ULL << 40) : digits[at] - (1ULL << 40);
        ScriptedTape tape = tape_then(words, is_above ? 0 : all_ones);
        EXPECT_EQ(exceeds<TypeParam>(t, tape), is_above == TypeParam::grows_with_digits) << t;
        EXPECT_EQ(tape.words_consumed(), expected[at]) << t << " at word " << at;
      }
    }
  }
}

// exp(-1e6 - 1/3) is no double. Whatever a tape starts with, unless it is all zeros (resp. all ones
// for a Gumbel variable), it is decided by its first digit that is not.
TYPED_TEST(LazyRealOnTapes, does_not_exceed_a_million_and_a_third) {
  const Rational t = rational("3000001/3");
  const std::uint64_t filler = TypeParam::grows_with_digits ? all_ones : 0;
  const std::uint64_t other = TypeParam::grows_with_digits ? all_ones - 1 : 1;
  for (const std::size_t equal : {0U, 1U, 2U, 5U, 40U}) {
    Words words(equal, filler);
    words.push_back(other);
    ScriptedTape tape = tape_then(words, filler);
    EXPECT_FALSE(exceeds<TypeParam>(t, tape)) << equal;
    ScriptedTape slow = tape_then(words, filler);
    EXPECT_FALSE((exceeds<TypeParam, wide_margin>(t, slow))) << equal;
  }
}

}  // namespace
}  // namespace scrim::fit_lazy_reals_exact_test
