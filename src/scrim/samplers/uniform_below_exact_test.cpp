#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "scrim/numbers/uint128.hpp"
#include "scrim/samplers/uniform_below.hpp"
#include "support/scripted_tape.hpp"
#include "support/tape_enumeration.hpp"

namespace scrim::uniform_below_exact_test {
namespace {

using test::all_ones;
using test::ScriptedTape;

constexpr uint128 two_to_64 = static_cast<uint128>(1) << 64;
const std::vector<std::uint64_t> bounds = {1,
                                           2,
                                           3,
                                           7,
                                           10,
                                           1000,
                                           (1ULL << 32) - 1,
                                           1ULL << 32,
                                           (1ULL << 32) + 1,
                                           1ULL << 63,
                                           (1ULL << 63) + 1,
                                           all_ones - 1,
                                           all_ones};

/// What one word does: the value it is accepted as, or a rejection.
struct Fate {
  bool is_accepted;
  std::uint64_t value;
};

Fate fate_of(std::uint64_t word, std::uint64_t n) {
  // All ones is never rejected: its low product 2^64 - n is at least 2^64 mod n.
  ScriptedTape tape{word, all_ones};
  const std::uint64_t value = sample_uniform_below(n, tape);
  return {tape.words_consumed() == 1, value};
}

std::vector<std::uint64_t> values_to_check(std::uint64_t n) {
  std::vector<std::uint64_t> values;
  if (n <= 1000) {
    for (std::uint64_t v = 0; v < n; ++v) values.push_back(v);
    return values;
  }
  values = {0, 1, 2, n / 3, n / 2 - 1, n / 2, n / 2 + 1, n - 3, n - 2, n - 1};
  std::mt19937_64 engine(20);
  for (int i = 0; i < 2000; ++i) values.push_back(engine() % n);
  return values;
}

// The words with floor(w n / 2^64) = v are an interval, and w n mod 2^64 grows along it, so the
// accepted ones are the interval [first, last] found here. Each value has floor(2^64 / n) of them:
// the law given acceptance is exactly uniform, and is so after any number of rejections.
TEST(SampleUniformBelow, accepts_equally_many_words_for_every_value) {
  for (const std::uint64_t n : bounds) {
    const uint128 rejected_per_value = two_to_64 % n;
    for (const std::uint64_t v : values_to_check(n)) {
      const uint128 floor_start = static_cast<uint128>(v) << 64;
      const uint128 first = (floor_start + rejected_per_value + (n - 1)) / n;
      const uint128 last = (floor_start + (two_to_64 - 1)) / n;
      ASSERT_EQ(last - first + 1, two_to_64 / n) << n << " " << v;

      for (const uint128 word : {first, last}) {
        const Fate fate = fate_of(static_cast<std::uint64_t>(word), n);
        ASSERT_TRUE(fate.is_accepted) << n << " " << v;
        ASSERT_EQ(fate.value, v) << n;
      }
      if (first > 0) {
        const Fate before = fate_of(static_cast<std::uint64_t>(first - 1), n);
        ASSERT_TRUE(!before.is_accepted || before.value + 1 == v) << n << " " << v;
      }
      if (last + 1 < two_to_64) {
        const Fate after = fate_of(static_cast<std::uint64_t>(last + 1), n);
        ASSERT_TRUE(!after.is_accepted || after.value == v + 1) << n << " " << v;
      }
    }
  }
}

TEST(SampleUniformBelow, rejects_exactly_the_remainder_in_all) {
  // 2^64 mod 10 = 6 and 2^64 mod 7 = 2: that many words of all 2^64 are rejected, and word 0 is
  // one.
  for (const std::uint64_t n : {10ULL, 7ULL, 3ULL, 1000ULL}) {
    std::uint64_t rejected = 0;
    for (std::uint64_t v = 0; v < n; ++v) {
      // Rejected words of v start at ceil(v 2^64 / n) and are at most one, as 2^64 mod n < n.
      const uint128 start = ((static_cast<uint128>(v) << 64) + n - 1) / n;
      for (uint128 word = start; word < start + 2; ++word) {
        rejected += fate_of(static_cast<std::uint64_t>(word), n).is_accepted ? 0 : 1;
      }
    }
    EXPECT_EQ(rejected, static_cast<std::uint64_t>(two_to_64 % n)) << n;
  }
}

TEST(SampleUniformBelow, never_rejects_for_powers_of_two) {
  for (const std::uint64_t n : {1ULL, 2ULL, 1ULL << 20, 1ULL << 63}) {
    for (const std::uint64_t word : {0ULL, 1ULL, 2ULL, 1ULL << 63, all_ones + 0ULL}) {
      ScriptedTape tape{word};
      EXPECT_LT(sample_uniform_below(n, tape), n);
      EXPECT_EQ(tape.words_consumed(), 1U);
    }
  }
}

TEST(SampleUniformBelow, draws_again_until_a_word_is_accepted) {
  ScriptedTape tape{0, 1ULL << 63, 0, (1ULL << 63) + 1};
  EXPECT_EQ(sample_uniform_below(10, tape), 5U);
  EXPECT_EQ(tape.words_consumed(), 4U);
}

uint128 wide(std::uint64_t high, std::uint64_t low) {
  return static_cast<uint128>(high) << 64 | low;
}

TEST(SampleUniformBelowWide, is_the_plain_one_below_64_bits) {
  for (const std::uint64_t n : bounds) {
    for (const std::uint64_t word : {std::uint64_t{1} << 62, all_ones / 3 * 2, all_ones}) {
      ScriptedTape plain{word, all_ones};
      ScriptedTape tape{word, all_ones};
      EXPECT_EQ(sample_uniform_below_wide(n, tape), sample_uniform_below(n, plain));
      EXPECT_EQ(tape.words_consumed(), plain.words_consumed());
    }
  }
}

// The pair of words is the value itself, in as many bits as n - 1 has: each value below n has
// equally many pairs, since the bits that are masked away are free.
TEST(SampleUniformBelowWide, takes_the_bits_that_are_below_n_and_no_others) {
  for (const uint128 n : {wide(1, 0), wide(1, 1), wide(5, 7), wide(5, 0), wide(1ULL << 62, 3),
                          wide(all_ones, all_ones)}) {
    const auto top = static_cast<std::uint64_t>((n - 1) >> 64);
    for (const uint128 value :
         {static_cast<uint128>(0), static_cast<uint128>(all_ones), n / 2, n - 2, n - 1}) {
      // Bits above those of n - 1 do not matter.
      std::uint64_t high = static_cast<std::uint64_t>(value >> 64);
      for (int bit = 63; bit >= 0 && (top >> bit) == 0; --bit) high |= 1ULL << bit;
      ScriptedTape tape{high, static_cast<std::uint64_t>(value)};
      EXPECT_EQ(sample_uniform_below_wide(n, tape), value);
    }
  }
  // n and beyond are drawn again.
  const uint128 n = wide(5, 7);
  ScriptedTape tape{5, 7, 7, 0, 6, 1, 5, 6};
  EXPECT_EQ(sample_uniform_below_wide(n, tape), n - 1);
  EXPECT_EQ(tape.words_consumed(), 8U);
}

}  // namespace
}  // namespace scrim::uniform_below_exact_test
