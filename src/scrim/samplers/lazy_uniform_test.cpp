#include "scrim/samplers/lazy_uniform.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/refinable.hpp"
#include "support/scripted_tape.hpp"
#include "support/tape_enumeration.hpp"

namespace scrim::lazy_uniform_test {
namespace {

using test::all_ones;
using test::ScriptedTape;

static_assert(RefinableReal<LazyUniform<ScriptedTape>>);
static_assert(!std::is_copy_constructible_v<LazyUniform<ScriptedTape>>);
static_assert(!std::is_copy_assignable_v<LazyUniform<ScriptedTape>>);
static_assert(std::is_nothrow_move_constructible_v<LazyUniform<ScriptedTape>>);

Rational unit_fraction(const mpz_class& numerator) {
  Rational value(numerator, mpz_class(1) << 64);
  value.canonicalize();
  return value;
}

std::vector<std::uint64_t> edge_words() {
  std::vector<std::uint64_t> words = {0, all_ones};
  for (int bit = 0; bit < 64; ++bit) {
    for (const int step : {-2, -1, 0, 1, 2}) {
      words.push_back((1ULL << bit) + static_cast<std::uint64_t>(step));
    }
  }
  for (std::uint64_t i = 0; i < 5000; ++i) words.push_back(all_ones - i);
  std::mt19937_64 engine(5);
  for (int i = 0; i < 20'000; ++i) words.push_back(engine() >> engine() % 64);
  return words;
}

TEST(EncloseUnit, has_the_tightest_ends) {
  for (const std::uint64_t word : edge_words()) {
    const Interval enclosure = enclose_unit(word);
    const mpz_class integer(static_cast<unsigned long>(word));
    ASSERT_EQ(enclosure.lo, to_double_down(unit_fraction(integer))) << word;
    // The upper end is that of the last 53-bit number below, one step up: at most one step wider
    // than the tightest, and not wider at all where word + 1 needs no rounding.
    const double tightest = to_double_up(unit_fraction(integer + 1));
    ASSERT_GE(enclosure.hi, tightest) << word;
    ASSERT_LE(enclosure.hi, next_up(enclosure.lo) > tightest ? next_up(enclosure.lo) : tightest)
        << word;
  }
}

TEST(EncloseUnit, stays_within_the_unit_interval) {
  EXPECT_EQ(enclose_unit(0), (Interval{0.0, 0x1p-64}));
  EXPECT_EQ(enclose_unit(all_ones), (Interval{1 - 0x1p-53, 1.0}));
  EXPECT_EQ(enclose_unit(1ULL << 63), (Interval{0.5, 0.5 + 0x1p-53}));
}

TEST(LazyUniform, draws_one_word_and_further_ones_only_when_asked) {
  ScriptedTape tape{10, 20, 30, 40, 50, 60, 70, 80};
  LazyUniform uniform(tape);
  EXPECT_EQ(uniform.head(), 10U);
  (void)uniform.enclose();
  (void)uniform.enclose(1);
  (void)uniform.enclose(64);
  EXPECT_EQ(tape.words_consumed(), 1U);
  (void)uniform.enclose(65);
  EXPECT_EQ(tape.words_consumed(), 2U);
  (void)uniform.enclose(128);
  EXPECT_EQ(tape.words_consumed(), 2U);
  (void)uniform.enclose(256);
  EXPECT_EQ(tape.words_consumed(), 4U);
  (void)uniform.enclose(128);
  EXPECT_EQ(tape.words_consumed(), 4U);
}

/// [numerator, numerator + 1] / 2^bits, as an enclosure with exact ends.
void expect_exactly(const BigInterval& found, const mpz_class& numerator, unsigned bits) {
  BigFloat low(1024);
  BigFloat high(1024);
  const mpz_class next = numerator + 1;
  mpfr_set_z_2exp(low.get(), numerator.get_mpz_t(), -static_cast<long>(bits), MPFR_RNDN);
  mpfr_set_z_2exp(high.get(), next.get_mpz_t(), -static_cast<long>(bits), MPFR_RNDN);
  EXPECT_TRUE(mpfr_equal_p(found.lower().get(), low.get()));
  EXPECT_TRUE(mpfr_equal_p(found.upper().get(), high.get()));
}

TEST(LazyUniform, extends_the_same_number) {
  ScriptedTape tape{0x0123456789ABCDEF, all_ones, 0, 7};
  LazyUniform uniform(tape);
  expect_exactly(uniform.enclose(64), mpz_class("0123456789ABCDEF", 16), 64);
  expect_exactly(uniform.enclose(128), mpz_class("0123456789ABCDEFFFFFFFFFFFFFFFFF", 16), 128);
  expect_exactly(uniform.enclose(200),
                 mpz_class("0123456789ABCDEFFFFFFFFFFFFFFFFF00000000000000000000000000000007", 16),
                 256);
  EXPECT_EQ(uniform.head(), 0x0123456789ABCDEFU);
}

TEST(LazyUniform, keeps_its_digits_when_it_moves) {
  ScriptedTape tape{1, 2, 3, 4};
  LazyUniform first(tape);
  (void)first.enclose(128);
  LazyUniform second(std::move(first));
  expect_exactly(second.enclose(128), (mpz_class(1) << 64) + 2, 128);
  EXPECT_EQ(tape.words_consumed(), 2U);
  LazyUniform third(tape);
  third = std::move(second);
  EXPECT_EQ(third.head(), 1U);
  (void)third.enclose(192);
  EXPECT_EQ(tape.words_consumed(), 4U);
}

TEST(LazyUniform, is_still_the_same_number_after_the_source_failed_once) {
  struct Failing {
    ScriptedTape tape{5, 6, 7, 8};
    bool is_down = false;
    std::uint64_t next_word() {
      if (is_down) throw test::TapeExhausted();
      return tape.next_word();
    }
  } source;
  LazyUniform uniform(source);
  source.is_down = true;
  EXPECT_THROW((void)uniform.enclose(128), test::TapeExhausted);
  source.is_down = false;
  expect_exactly(uniform.enclose(128), (mpz_class(5) << 64) + 6, 128);
}

}  // namespace
}  // namespace scrim::lazy_uniform_test
