#include "scrim/samplers/inclusion.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/uint128.hpp"
#include "support/scripted_tape.hpp"
#include "support/word_enumeration.hpp"

namespace scrim::inclusion_exact_test {
namespace {

using test::enumerate_words;
using test::ScriptedTape;

constexpr int short_word = 5;

Rational value_of(const ExactProbability& p) {
  Rational value = to_rational(p.fraction().num) / to_rational(p.fraction().den);
  for (int i = 0; i < p.halvings(); ++i) value /= 2;
  return value;
}

const std::vector<ExactProbability> ugly_rates{Fraction{1, 3}, Fraction{7, 9},  0.1, 0.5, 0x1p-7,
                                               31.0 / 32.0,    1023.0 / 1024.0, 0.0, 1.0};

TEST(ExactCoin, shows_heads_with_its_probability) {
  for (const ExactProbability& rate : ugly_rates) {
    SCOPED_TRACE(value_of(rate).get_str());
    const ExactCoin<short_word> coin(rate);
    const auto law =
        enumerate_words<bool>(short_word, 3, [&](ScriptedTape& tape) { return coin.toss(tape); });
    EXPECT_LE(law.undecided, Rational(1, 1 << 15));
    EXPECT_GE(value_of(rate), law.at_least(true));
    EXPECT_LE(value_of(rate), law.at_most(true));
  }
}

TEST(ExactCoin, of_a_dyadic_probability_is_decided_when_its_digits_end) {
  for (const double rate : {0.5, 0x1p-7, 31.0 / 32.0, 1023.0 / 1024.0}) {
    const ExactCoin<short_word> coin(rate);
    const auto law =
        enumerate_words<bool>(short_word, 2, [&](ScriptedTape& tape) { return coin.toss(tape); });
    EXPECT_EQ(law.undecided, 0);
    EXPECT_EQ(law.at_least(true), to_rational(rate));
  }
}

TEST(ExactCoin, extends_the_same_number_on_a_tie) {
  const ExactCoin<> third(Fraction{1, 3});
  constexpr std::uint64_t digits = 0x5555555555555555;
  const auto toss = [&](std::vector<std::uint64_t> words) {
    ScriptedTape tape(words);
    const bool is_heads = third.toss(tape);
    EXPECT_EQ(tape.words_consumed(), words.size());
    return is_heads;
  };
  EXPECT_TRUE(toss({digits - 1}));
  EXPECT_FALSE(toss({digits + 1}));
  EXPECT_TRUE(toss({digits, digits - 1}));
  EXPECT_FALSE(toss({digits, digits, digits + 1}));
  const ExactCoin<> half(0.5);
  ScriptedTape tape({std::uint64_t{1} << 63});
  EXPECT_FALSE(half.toss(tape));
}

TEST(ExactCoin, draws_nothing_where_nothing_is_to_be_decided) {
  ScriptedTape empty({});
  EXPECT_TRUE(ExactCoin<>(1.0).toss(empty));
  EXPECT_FALSE(ExactCoin<>(0.0).toss(empty));
}

std::vector<std::size_t> listed(const std::vector<RowRange>& ranges) {
  std::vector<std::size_t> rows;
  for (const RowRange& range : ranges) {
    for (std::size_t i = 0; i < range.count; ++i) rows.push_back(range.first + i);
  }
  return rows;
}

TEST(ChooseRows, takes_each_row_independently) {
  for (const ExactProbability& rate :
       {ExactProbability(Fraction{1, 3}), ExactProbability(0.8125), ExactProbability(1.0)}) {
    const ExactCoin<short_word> coin(rate);
    const Rational p = value_of(rate);
    for (const std::size_t rows : {0U, 1U, 3U}) {
      const auto law =
          enumerate_words<std::vector<std::size_t>>(short_word, rows, [&](ScriptedTape& tape) {
            std::vector<RowRange> chosen{{9, 9}};  // of an earlier block
            choose_rows(coin, rows, tape, chosen);
            return listed(chosen);
          });
      for (std::size_t subset = 0; subset < std::size_t{1} << rows; ++subset) {
        Rational expected = 1;
        std::vector<std::size_t> taken;
        for (std::size_t row = 0; row < rows; ++row) {
          const bool is_taken = (subset >> row & 1) != 0;
          expected *= is_taken ? p : Rational(1 - p);
          if (is_taken) taken.push_back(row);
        }
        EXPECT_GE(expected, law.at_least(taken));
        EXPECT_LE(expected, law.at_most(taken));
      }
    }
  }
}

/// A function drawn word by word: each of somebody's words is the next of the tape when it is first
/// asked for, and the same ever after.
class DrawnFunction {
 public:
  explicit DrawnFunction(ScriptedTape& tape) : tape_(tape) {}

  class Words {
   public:
    Words(DrawnFunction& function, std::size_t person) : function_(function), person_(person) {}
    std::uint64_t next_word() {
      auto& known = function_.words_[person_];
      if (next_ == known.size()) known.push_back(function_.tape_.next_word());
      return known[next_++];
    }

   private:
    DrawnFunction& function_;
    std::size_t person_;
    std::size_t next_ = 0;
  };

  Words of(std::size_t person) { return {*this, person}; }

 private:
  ScriptedTape& tape_;
  std::map<std::size_t, std::vector<std::uint64_t>> words_;
};

TEST(ChooseRowsBy, takes_each_person_independently_and_with_all_of_their_rows) {
  const std::vector<std::uint32_t> places = {0, 2, 3, 4, 7};  // others are nobody's
  const std::vector<std::size_t> person_of = {1, 0, 1, 2, 0};
  constexpr std::size_t persons = 3;
  for (const ExactProbability& rate :
       {ExactProbability(Fraction{1, 3}), ExactProbability(0.8125), ExactProbability(1.0)}) {
    const ExactCoin<short_word> coin(rate);
    const Rational p = value_of(rate);
    const auto law =
        enumerate_words<std::vector<std::size_t>>(short_word, persons, [&](ScriptedTape& tape) {
          DrawnFunction function(tape);
          std::vector<RowRange> chosen{{9, 9}};  // of an earlier block
          choose_rows_by(
              coin, places, [&](std::size_t i) { return function.of(person_of[i]); }, chosen);
          return listed(chosen);
        });
    for (std::size_t subset = 0; subset < std::size_t{1} << persons; ++subset) {
      const auto is_in = [&](std::size_t person) { return (subset >> person & 1) != 0; };
      Rational expected = 1;
      for (std::size_t person = 0; person < persons; ++person) {
        expected *= is_in(person) ? p : Rational(1 - p);
      }
      std::vector<std::size_t> taken;
      for (std::size_t i = 0; i < places.size(); ++i) {
        if (is_in(person_of[i])) taken.push_back(places[i]);
      }
      EXPECT_GE(expected, law.at_least(taken));
      EXPECT_LE(expected, law.at_most(taken));
    }
  }
}

/// The tape on which draws below n, n - 1, ... give these values.
ScriptedTape tape_of_draws(const std::vector<std::uint64_t>& values, std::uint64_t n) {
  std::vector<std::uint64_t> words;
  for (const std::uint64_t value : values) {
    const uint128 middle = ((static_cast<uint128>(value) << 64) + (uint128{1} << 63)) / n;
    words.push_back(static_cast<std::uint64_t>(middle));
    --n;
  }
  return ScriptedTape(words);
}

/// Calls use(values) for all values below n, n - 1, ..., 1.
template <class Use>
void for_all_draws(std::uint64_t n, std::vector<std::uint64_t>& values, const Use& use) {
  if (n == 0) return use(values);
  for (std::uint64_t value = 0; value < n; ++value) {
    values.push_back(value);
    for_all_draws(n - 1, values, use);
    values.pop_back();
  }
}

TEST(FixedSizeChoice, takes_every_set_alike_however_rows_are_cut) {
  constexpr std::uint64_t n = 5;
  for (const std::size_t cut : {0U, 1U, 3U, 5U}) {
    for (std::uint64_t m = 0; m <= n; ++m) {
      std::map<std::vector<std::size_t>, int> times;
      std::vector<std::uint64_t> values;
      for_all_draws(n, values, [&](const std::vector<std::uint64_t>& draws) {
        ScriptedTape tape = tape_of_draws(draws, n);
        FixedSizeChoice choice(m, n);
        std::vector<RowRange> chosen;
        choice.choose_rows(cut, tape, chosen);
        std::vector<std::size_t> taken = listed(chosen);
        choice.choose_rows(n - cut, tape, chosen);
        for (const std::size_t row : listed(chosen)) taken.push_back(cut + row);
        choice.choose_rows(3, tape, chosen);  // more than were to come
        EXPECT_TRUE(chosen.empty());
        EXPECT_EQ(taken.size(), m);
        ++times[taken];
      });
      constexpr std::array sets{1, 5, 10, 10, 5, 1};
      EXPECT_EQ(times.size(), static_cast<std::size_t>(sets.at(m)));
      for (const auto& [taken, count] : times) EXPECT_EQ(count, 120 / sets.at(m));
    }
  }
}

TEST(FixedSizeChoice, draws_nothing_where_all_or_none_are_taken) {
  ScriptedTape empty({});
  std::vector<RowRange> chosen;
  FixedSizeChoice(4, 4).choose_rows(4, empty, chosen);
  EXPECT_EQ(chosen, (std::vector<RowRange>{{0, 4}}));
  FixedSizeChoice(0, 4).choose_rows(4, empty, chosen);
  EXPECT_TRUE(chosen.empty());
}

}  // namespace
}  // namespace scrim::inclusion_exact_test
