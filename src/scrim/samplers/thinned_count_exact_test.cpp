#include "scrim/samplers/thinned_count.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/scripted_tape.hpp"

namespace scrim::thinned_count_exact_test {
namespace {

using test::ScriptedTape;

/// A word whose n highest bits are those of `bits`, and whose others are set: they must not count.
std::uint64_t word_of(std::uint64_t bits, int n) {
  return bits << (64 - n) | ~std::uint64_t{0} >> n;
}

/// 2^(n zeros) times the probability of each count, by enumeration of all bits that are drawn.
std::vector<std::uint64_t> enumerate(int n, int zeros) {
  std::vector<std::uint64_t> law(static_cast<std::size_t>(n) + 1);
  const std::uint64_t paths = std::uint64_t{1} << (n * zeros);
  for (std::uint64_t path = 0; path < paths; ++path) {
    std::vector<std::uint64_t> words;
    // n bits for each digit, of which a thinned count uses as many as are left.
    for (int digit = 0; digit < zeros; ++digit) words.push_back(word_of(path >> (n * digit), n));
    ScriptedTape tape(words);
    ++law[sample_thinned_count(static_cast<std::uint64_t>(n), zeros, tape)];
  }
  return law;
}

std::uint64_t binomial(std::uint64_t n, std::uint64_t k) {
  std::uint64_t value = 1;
  for (std::uint64_t i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
  return value;
}

std::uint64_t power(std::uint64_t base, int exponent) {
  std::uint64_t value = 1;
  for (int i = 0; i < exponent; ++i) value *= base;
  return value;
}

TEST(SampleThinnedCount, is_binomial_with_a_power_of_two) {
  for (const int n : {1, 2, 3, 4, 5}) {
    for (const int zeros : {0, 1, 2, 3}) {
      const auto law = enumerate(n, zeros);
      for (int count = 0; count <= n; ++count) {
        // C(n, count) p^count (1 - p)^(n - count) with p = 2^-zeros, times 2^(n zeros).
        const std::uint64_t expected =
            binomial(static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(count)) *
            power((std::uint64_t{1} << zeros) - 1, n - count);
        EXPECT_EQ(law[static_cast<std::size_t>(count)], expected) << n << " " << zeros;
      }
    }
  }
}

TEST(SampleHalvedCount, counts_each_bit_once_across_words) {
  for (const std::uint64_t n : {63U, 64U, 65U, 127U, 128U, 129U, 200U}) {
    const std::uint64_t words = (n + 63) / 64;
    ScriptedTape ones(std::vector<std::uint64_t>(words, ~std::uint64_t{0}));
    EXPECT_EQ(sample_halved_count(n, ones), n);
    EXPECT_EQ(ones.words_consumed(), words);
    ScriptedTape zeros(std::vector<std::uint64_t>(words, 0));
    EXPECT_EQ(sample_halved_count(n, zeros), 0U);
    // Each single bit counts, unless it lies beyond the last toss.
    for (std::uint64_t bit = 0; bit < 64 * words; ++bit) {
      std::vector<std::uint64_t> tape_words(words, 0);
      tape_words[bit / 64] = std::uint64_t{1} << (63 - bit % 64);
      ScriptedTape tape(tape_words);
      EXPECT_EQ(sample_halved_count(n, tape), bit < n ? 1U : 0U) << n << " " << bit;
    }
  }
}

TEST(SampleThinnedCount, draws_nothing_for_no_tosses_and_for_certain_ones) {
  ScriptedTape tape(std::vector<std::uint64_t>{});
  EXPECT_EQ(sample_thinned_count(0, 1000, tape), 0U);
  EXPECT_EQ(sample_thinned_count(1'000'000, 0, tape), 1'000'000U);
}

TEST(SampleThinnedCount, stops_drawing_when_none_is_left) {
  ScriptedTape tape(std::vector<std::uint64_t>{~std::uint64_t{0}, 0});
  EXPECT_EQ(sample_thinned_count(10, 1000, tape), 0U);
  EXPECT_EQ(tape.words_consumed(), 2U);
}

}  // namespace
}  // namespace scrim::thinned_count_exact_test
