// The law of permute-and-flip, taken from the code that selects.
//
// Its coins have irrational probabilities and the proofs' have rational ones, so the two laws are
// not compared coin by coin. A tape decides which coins come up heads; the code that runs then
// selects; and the law for rational coins is put together over all outcomes of the coins.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/numbers/rational.hpp"
#include "support/by_definition/permute_and_flip.hpp"
#include "support/scripted_tape.hpp"
#include "support/small_datasets.hpp"

namespace scrim::oracle {

namespace {

using Coins = std::vector<Rational>;

// Against a coin of probability exp(-1): U = 1/16 is heads, U = 15/16 is tails.
constexpr std::uint64_t heads_word = std::uint64_t{1} << 60;
constexpr std::uint64_t tails_word = std::uint64_t{15} << 60;

// A grid of words that any number of heads up to 4 divides evenly.
constexpr std::uint64_t grid = 12;
constexpr std::uint64_t grid_step = std::numeric_limits<std::uint64_t>::max() / grid;

/// A coin of probability 1 belongs to a best score, which is not flipped at all.
std::vector<double> scores_of(const Coins& coins) {
  std::vector<double> scores;
  for (const Rational& coin : coins) scores.push_back(coin == 1 ? 0.0 : -1.0);
  return scores;
}

/// Adds probability * (the law of the selection, given these heads).
void add_selection(const Coins& coins, std::size_t heads, const Rational& probability,
                   std::vector<Rational>& law) {
  const std::vector<double> scores = scores_of(coins);
  std::vector<std::size_t> indices;
  std::vector<std::uint64_t> flips;
  for (std::size_t i = 0; i < coins.size(); ++i) {
    indices.push_back(i);
    if (coins[i] != 1) flips.push_back((heads >> i & 1) != 0 ? heads_word : tails_word);
  }
  for (std::uint64_t step = 0; step < grid; ++step) {
    std::vector<std::uint64_t> words = flips;
    words.push_back(step * grid_step + grid_step / 2);
    test::ScriptedTape tape(words);
    const std::size_t selected =
        select_by_permute_and_flip(std::span<const double>(scores),
                                   std::span<const std::size_t>(indices), 1.0, Optimize::max, tape);
    if (tape.words_consumed() != words.size()) throw std::logic_error("a coin was not flipped");
    law[selected] += probability / Rational(grid);
  }
}

std::vector<Rational> law_of(const Coins& coins) {
  std::vector<Rational> law(coins.size());
  for (std::size_t heads = 0; heads < std::size_t{1} << coins.size(); ++heads) {
    Rational probability = 1;
    for (std::size_t i = 0; i < coins.size(); ++i) {
      probability *= (heads >> i & 1) != 0 ? coins[i] : Rational(1 - coins[i]);
    }
    if (probability != 0) add_selection(coins, heads, probability, law);
  }
  return law;
}

std::string text_of(const std::vector<Rational>& values) {
  std::string text;
  for (const Rational& value : values) text += oracle::text_of(value);
  return text;
}

bool has_a_best(const Coins& coins) {
  for (const Rational& coin : coins) {
    if (coin == 1) return true;
  }
  return false;
}

}  // namespace

void ask_about_permute_and_flip(Oracle& oracle) {
  const Coins faces{Rational(0), Rational(1, 7), Rational(1, 2), Rational(3, 4), Rational(1)};
  for (const Coins& coins : test::datasets_up_to(faces, 4)) {
    if (!has_a_best(coins)) continue;
    oracle.ask("permute_and_flip" + text_of(coins), as_answer(text_of(law_of(coins))));
  }
}

}  // namespace scrim::oracle
