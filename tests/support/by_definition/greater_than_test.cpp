#include "support/by_definition/greater_than.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "support/by_definition/exponential.hpp"
#include "support/by_definition/gumbel.hpp"
#include "support/scripted_tape.hpp"
#include "support/tape_enumeration.hpp"

namespace scrim::greater_than_test {
namespace {

using test::all_ones;
using test::ScriptedTape;

constexpr double wide_margin = 0x1p-4;

/// A variable on its own tape, so that which of two is extended first does not matter. Both laws
/// are monotone in the tape's number, so the order of tapes (word by word) is an exact oracle.
template <template <BitSource, double> class Variable, double margin>
struct OnTape {
  explicit OnTape(std::vector<std::uint64_t> digits)
      : words(std::move(digits)), tape(words), variable(tape) {}
  OnTape(const OnTape&) = delete;
  OnTape& operator=(const OnTape&) = delete;

  std::vector<std::uint64_t> words;
  ScriptedTape tape;
  Variable<ScriptedTape, margin> variable;
};

template <double margin>
using Gumbel = OnTape<LazyGumbel, margin>;
template <double margin>
using Exponential = OnTape<LazyExponential, margin>;

/// Tapes that share 0 to 9 words with a common one, then differ by little or by much.
std::vector<std::vector<std::uint64_t>> close_tapes(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<std::uint64_t> common(16);
  for (auto& word : common) word = engine();
  std::vector<std::vector<std::uint64_t>> tapes;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint64_t> words = common;
    const std::size_t at = engine() % 10;
    words[at] = i % 2 == 0 ? engine() : words[at] + engine() % 9 - 4;
    for (std::size_t j = at + 1; j < words.size(); ++j) words[j] = engine();
    tapes.push_back(words);
  }
  return tapes;
}

template <class Variable>
void expect_order_of_tapes(bool is_increasing, std::uint64_t seed) {
  const auto tapes = close_tapes(24, seed);
  for (const auto& a_words : tapes) {
    for (const auto& b_words : tapes) {
      if (a_words == b_words) continue;
      Variable a(a_words);
      Variable b(b_words);
      const bool expected = is_increasing ? a_words > b_words : a_words < b_words;
      ASSERT_EQ(greater_than(a.variable, b.variable), expected);
      // Asked again, with digits now known on both sides.
      ASSERT_EQ(greater_than(a.variable, b.variable), expected);
      ASSERT_EQ(greater_than(b.variable, a.variable), !expected);
      if (a_words[0] == b_words[0]) {
        ASSERT_GE(a.tape.words_consumed(), 2U);
        ASSERT_GE(b.tape.words_consumed(), 2U);
      }
    }
  }
}

TEST(GreaterThan, orders_gumbels_as_their_digits) {
  expect_order_of_tapes<Gumbel<0.0>>(true, 51);
  expect_order_of_tapes<Gumbel<wide_margin>>(true, 52);
}

TEST(GreaterThan, orders_exponentials_against_their_digits) {
  expect_order_of_tapes<Exponential<0.0>>(false, 53);
  expect_order_of_tapes<Exponential<wide_margin>>(false, 54);
}

TEST(GreaterThan, extends_both_when_the_heads_are_equal) {
  Gumbel<0.0> a({1ULL << 62, 5ULL << 40, 0, 0});
  Gumbel<0.0> b({1ULL << 62, 6ULL << 40, 0, 0});
  EXPECT_FALSE(greater_than(a.variable, b.variable));
  EXPECT_EQ(a.tape.words_consumed(), 2U);
  EXPECT_EQ(b.tape.words_consumed(), 2U);
}

TEST(GreaterThan, draws_nothing_when_the_heads_decide) {
  Gumbel<0.0> a({1ULL << 62});
  Gumbel<0.0> b({(1ULL << 62) + (1ULL << 30)});
  EXPECT_TRUE(greater_than(b.variable, a.variable));
  EXPECT_FALSE(greater_than(a.variable, b.variable));
  // The ends of the range, where an enclosure is unbounded.
  Gumbel<0.0> lowest({0});
  Gumbel<0.0> highest({all_ones});
  EXPECT_TRUE(greater_than(highest.variable, lowest.variable));
  EXPECT_TRUE(greater_than(a.variable, lowest.variable));
  EXPECT_TRUE(greater_than(highest.variable, a.variable));
}

TEST(GreaterThan, compares_zeros_with_zeros_and_ones_with_ones) {
  Gumbel<0.0> zeros({0, 0, 0, 1, 0, 0, 0, 0});
  Gumbel<0.0> more_zeros({0, 0, 0, 0, 0, 0, 0, 1});
  EXPECT_TRUE(greater_than(zeros.variable, more_zeros.variable));
  Gumbel<0.0> ones({all_ones, all_ones, all_ones, 1});
  Gumbel<0.0> more_ones({all_ones, all_ones, all_ones, all_ones});
  EXPECT_TRUE(greater_than(more_ones.variable, ones.variable));
}

TEST(GreaterThan, is_false_for_one_object_without_drawing) {
  Gumbel<0.0> a({7});
  EXPECT_FALSE(greater_than(a.variable, a.variable));
  EXPECT_EQ(a.tape.words_consumed(), 1U);
}

TEST(GreaterThan, sorts) {
  auto tapes = close_tapes(200, 55);
  std::sort(tapes.begin(), tapes.end());
  tapes.erase(std::unique(tapes.begin(), tapes.end()), tapes.end());
  std::vector<std::size_t> order(tapes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937_64(56));

  std::deque<ScriptedTape> sources;
  std::vector<LazyGumbel<ScriptedTape>> gumbels;
  for (const std::size_t i : order) gumbels.emplace_back(sources.emplace_back(tapes[i]));
  std::sort(gumbels.begin(), gumbels.end(), [](auto& a, auto& b) { return greater_than(a, b); });
  for (std::size_t i = 0; i < gumbels.size(); ++i) {
    EXPECT_EQ(gumbels[i].head(), tapes[tapes.size() - 1 - i][0]);
  }
}

}  // namespace
}  // namespace scrim::greater_than_test
