#include "scrim/samplers/exponential_choice.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/by_definition/integer_noise_laws.hpp"
#include "support/scripted_tape.hpp"
#include "support/tape_enumeration.hpp"
#include "support/word_enumeration.hpp"

namespace scrim::exponential_choice_exact_test {
namespace {

using test::defined;
using test::enumerate_words;
using test::ScriptedTape;
using Groups = std::vector<ChoiceGroup>;

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

/// The probability of a group, by its definition.
BigInterval probability(const Groups& groups, double scale, std::size_t group) {
  constexpr Precision precision = 300;
  BigInterval sum = BigInterval::point(precision, 0.0);
  BigInterval own = sum;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const BigInterval weight =
        BigInterval::point(precision, groups[i].size) *
        exp(-(BigInterval::point(precision, groups[i].gap) / BigInterval::point(precision, scale)));
    sum = sum + weight;
    if (i == group) own = weight;
  }
  return own / sum;
}

const std::vector<Groups> cases{
    {{0, 1}},
    {{0, 1}, {1, 1}},
    {{3, 7}, {0, 2}, {3, 1}, {10, 1000}, {0, 1}},
    {{5, 0}, {0, 1}, {2, 0}, {1, 5}},
    {{most, most}, {0, 1}, {1, most}},
    {{0, most}, {most, 1}, {40, 9}},
};

TEST(ExponentialChoiceLaw, holds_over_all_tapes_of_short_words) {
  for (const Groups& groups : cases) {
    for (const double scale : {0x1p-20, 7.0 / 5.0, 10.0, 1e6 + 1.0 / 3.0}) {
      SCOPED_TRACE(std::to_string(groups.size()) + " groups, scale " + std::to_string(scale));
      const ExponentialChoice choice(groups, scale);
      const auto law = enumerate_words<std::size_t>(
          8, 3, [&](ScriptedTape& tape) { return choice.sample<ScriptedTape, 8>(tape); });
      EXPECT_LT(law.undecided, Rational(1, 100'000));
      for (std::size_t group = 0; group < groups.size(); ++group) {
        const BigInterval exact = probability(groups, scale, group);
        EXPECT_NE(compare(exact, defined(law.at_least(group))), Order::less) << group;
        EXPECT_NE(compare(exact, defined(law.at_most(group))), Order::greater) << group;
        EXPECT_TRUE(groups[group].size > 0 || law.at_least(group) == 0) << group;
      }
    }
  }
}

/// floor(2^64 x) for a probability x of which the first 64 digits are certain.
std::uint64_t first_word(const BigInterval& x) {
  const BigInterval scaled = x * BigInterval::point(300, 0x1p64);
  Rational low;
  mpfr_get_q(low.get_mpq_t(), scaled.lower().get());
  const mpz_class floor = low.get_num() / low.get_den();
  return static_cast<std::uint64_t>(floor.get_ui());
}

// The one word that the first 64 digits cannot decide: what follows does.
TEST(ExponentialChoice, decides_the_boundary_word_by_the_digits_behind_it) {
  const Groups groups{{0, 2}, {1, 3}};
  const ExponentialChoice choice(groups, 7.0 / 5.0);
  const std::uint64_t boundary = first_word(probability(groups, 7.0 / 5.0, 0));
  const auto chosen = [&](std::vector<std::uint64_t> words) {
    ScriptedTape tape(std::move(words));
    return choice.sample(tape);
  };
  EXPECT_EQ(chosen({boundary - 1, 0}), 0);
  EXPECT_EQ(chosen({boundary, 0, 0, 0}), 0);
  EXPECT_EQ(chosen({boundary, most, most, most}), 1);
  EXPECT_EQ(chosen({boundary + 1, 0}), 1);
}

// exp(-1000) is about 2^-1442.7: it takes 22 words of zeros and 34 more zeros, or as many ones.
TEST(ExponentialChoice, reaches_groups_whose_weight_no_double_has) {
  const auto chosen = [&](const Groups& groups, std::uint64_t word, std::uint64_t after) {
    std::vector<std::uint64_t> words(22, word);
    words.insert(words.end(), {after, 1, 1});
    ScriptedTape tape(std::move(words));
    return ExponentialChoice(groups, 1.0).sample(tape);
  };
  const Groups before{{1000, 1}, {0, 1}, {2000, most}};
  EXPECT_EQ(chosen(before, 0, most >> 36), 0);
  EXPECT_EQ(chosen(before, 0, most >> 30), 1);
  const Groups after{{0, 1}, {1000, 1}};
  EXPECT_EQ(chosen(after, most, ~(most >> 36)), 1);
  EXPECT_EQ(chosen(after, most, ~(most >> 30)), 0);
  // Around where weights are no longer computed.
  for (const std::uint64_t gap : {707U, 708U, 709U, 710U, 711U}) {
    const Groups groups{{gap, most}, {0, 1}, {gap, 1}};
    std::vector<std::uint64_t> words(17, 0);
    words.back() = 1;
    ScriptedTape tape(std::move(words));
    EXPECT_EQ(ExponentialChoice(groups, 1.0).sample(tape), 0) << gap;
  }
}

}  // namespace
}  // namespace scrim::exponential_choice_exact_test
