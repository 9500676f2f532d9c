// The output laws of the selection mechanisms, to the last of 64 bits: on scripted words the
// outcome changes at exactly one value of a word, and that value must be where the law says.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "support/scripted_tape.hpp"
#include "support/selection_by_definition.hpp"
#include "support/selection_law.hpp"
#include "support/tape_digits.hpp"

namespace scrim::report_noisy_top_k_law_exact_test {
namespace {

using test::exact;

constexpr std::uint64_t all_ones = ~std::uint64_t{0};

/// The words, then zeros: what a random number is extended with if the sampler needs more of it.
test::ScriptedTape tape_of(std::vector<std::uint64_t> words) {
  words.resize(words.size() + 2000, 0);
  return test::ScriptedTape(std::move(words));
}

/// The smallest word for which `outcome` is true; it is true for all larger ones.
template <class Outcome>
std::uint64_t first_true(const Outcome& outcome) {
  std::uint64_t lower = 0;
  std::uint64_t upper = all_ones;
  while (lower < upper) {
    const std::uint64_t middle = lower + (upper - lower) / 2;
    if (outcome(middle)) {
      upper = middle;
    } else {
      lower = middle + 1;
    }
  }
  return lower;
}

constexpr double ugly_scales[] = {3.0, 7.0 / 5.0, 10.0, 0x1p-20, 1e6 + 1.0 / 3.0};

/// True if permute-and-flip selects the worse of two scores that are `gap` apart, on a tape that
/// gives the coin `words` and then selects the first of the heads, which is the worse score.
bool worse_is_selected(double gap, double scale, std::vector<std::uint64_t> words) {
  auto tape = tape_of(std::move(words));
  const std::vector scores{-gap, 0.0};
  return test::top_k_by_definition<MaxDivergence>(
             std::span<const double>(scores), {.k = 1, .scale = scale, .optimize = Optimize::max},
             tape)
             .front() == 0;
}

TEST(PermuteAndFlipLaw, flips_heads_with_probability_exp_of_the_gap) {
  for (const double scale : ugly_scales) {
    for (const double gap_in_scales : {0x1p-60, 1e-3, 0.5, 1.0, 2.0 / 3.0, 7.0, 40.0}) {
      const double gap = gap_in_scales * scale;
      const std::uint64_t first_tails =
          first_true([&](std::uint64_t word) { return !worse_is_selected(gap, scale, {word}); });
      // Heads are the words w with w 2^-64 < p, so their number is 2^64 p rounded up.
      const auto p = exp(-(exact(gap) / exact(scale)));
      EXPECT_EQ(first_tails - 1, test::leading_words(p, 1).front()) << gap << " / " << scale;
    }
  }
}

// Beyond a gap of 45 scales a probability is smaller than one word can tell; beyond 745 it is no
// double. It is positive all the same, and exact in its first word that is not zero.
TEST(PermuteAndFlipLaw, keeps_probabilities_that_no_double_can_hold) {
  for (const double scale : ugly_scales) {
    for (const double gap_in_scales : {50.0, 700.0, 745.0, 746.0, 1e4}) {
      const double gap = gap_in_scales * scale;
      const auto p = exp(-(BigInterval::point(20'000, gap) / BigInterval::point(20'000, scale)));
      auto digits = test::leading_words(p, 260);
      std::size_t zeros = 0;
      while (digits[zeros] == 0) ++zeros;
      ASSERT_LT(zeros, digits.size() - 1);
      const std::uint64_t first_tails = first_true([&](std::uint64_t word) {
        std::vector<std::uint64_t> words(zeros, 0);
        words.push_back(word);
        return !worse_is_selected(gap, scale, words);
      });
      EXPECT_EQ(first_tails - 1, digits[zeros]) << gap << " / " << scale;
    }
  }
}

TEST(PermuteAndFlipLaw, never_decides_a_gap_of_1e18_scales_by_underflow) {
  for (const double scale : ugly_scales) {
    EXPECT_FALSE(worse_is_selected(1e18 * scale, scale, {1}));
    EXPECT_FALSE(worse_is_selected(1e18 * scale, scale, {0, 0, 0, 1}));
  }
  EXPECT_FALSE(worse_is_selected(1e308, 0x1p-20, {0, 1}));
}

TEST(PermuteAndFlipLaw, is_uniform_among_equal_scores_and_draws_one_word) {
  const std::vector<std::uint64_t> scores(3, 5);
  for (std::size_t i = 0; i < 3; ++i) {
    auto tape = tape_of({all_ones / 3 * i + all_ones / 6});
    const auto selected = test::top_k_by_definition<MaxDivergence>(
        std::span<const std::uint64_t>(scores), {.k = 1, .scale = 2.0, .optimize = Optimize::max},
        tape);
    EXPECT_EQ(selected.front(), i);
    EXPECT_EQ(tape.words_consumed(), 1U);
  }
}

// With G = -ln(-ln U), the second score wins if and only if U2 > U1^(e^-x), x its gap in scales.
template <class MO>
void expect_gumbel_law() {
  for (const double scale : ugly_scales) {
    for (const double gap_in_scales : {0.0, 1e-3, 0.5, 1.0, 7.0, 30.0}) {
      const double gap = gap_in_scales * scale;
      for (const std::uint64_t first_word : {std::uint64_t{1}, std::uint64_t{1} << 40, all_ones / 7,
                                             all_ones / 2, all_ones / 7 * 6}) {
        const std::vector scores{0.0, -gap};
        const std::uint64_t first_win = first_true([&](std::uint64_t word) {
          if (gap == 0.0 && word == first_word) return false;  // a tie of scripted zeros
          auto tape = tape_of({first_word, word});
          return test::top_k_by_definition<MO>(std::span<const double>(scores),
                                               {.k = 1, .scale = scale, .optimize = Optimize::max},
                                               tape)
                     .front() == 1;
        });
        const auto u = exact(static_cast<double>(first_word >> 32)) * exact(0x1p-32) +
                       exact(static_cast<double>(first_word & 0xFFFFFFFF)) * exact(0x1p-64);
        const auto threshold = exp(exp(-(exact(gap) / exact(scale))) * ln(u));
        if (gap == 0.0) {
          EXPECT_EQ(first_win - 1, first_word);
        } else {
          EXPECT_EQ(first_win - 1, test::leading_words(threshold, 1).front())
              << gap << " / " << scale << " after " << first_word;
        }
      }
    }
  }
}

TEST(GumbelLaw, is_that_of_the_exponential_mechanism) { expect_gumbel_law<RangeDivergence>(); }
TEST(GumbelLaw, is_the_same_under_concentrated_divergence) {
  expect_gumbel_law<ZeroConcentratedDivergence>();
}

TEST(GumbelLaw, draws_one_word_a_candidate) {
  const std::vector<std::uint64_t> scores{3, 1, 4, 1, 5};
  auto tape = tape_of({all_ones / 9, all_ones / 3, all_ones / 5, all_ones / 2, all_ones / 7});
  (void)test::top_k_by_definition<RangeDivergence>(
      std::span<const std::uint64_t>(scores),
      {.k = 2, .scale = 7.0 / 5.0, .optimize = Optimize::max}, tape);
  EXPECT_EQ(tape.words_consumed(), 5U);
}

TEST(GumbelLaw, selects_across_a_gap_of_1e18_scales_only_by_its_law) {
  const std::vector scores{0.0, -1e18};
  auto tape = tape_of({1, all_ones, all_ones});
  EXPECT_EQ(
      test::top_k_by_definition<RangeDivergence>(
          std::span<const double>(scores), {.k = 1, .scale = 1.0, .optimize = Optimize::max}, tape)
          .front(),
      0U);
}

}  // namespace
}  // namespace scrim::report_noisy_top_k_law_exact_test
