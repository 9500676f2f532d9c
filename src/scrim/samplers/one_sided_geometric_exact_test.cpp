#include "scrim/samplers/one_sided_geometric.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/by_definition/integer_noise_laws.hpp"
#include "support/scripted_tape.hpp"
#include "support/seeded_stream.hpp"
#include "support/word_enumeration.hpp"

namespace scrim::one_sided_geometric_exact_test {
namespace {

using test::defined;
using test::enumerate_words;
using test::geometric_probability;
using test::ScriptedTape;
using test::SeededStream;

constexpr int short_word = 8;

template <double filter_margin>
void expect_law(const Rational& scale) {
  SCOPED_TRACE(scale.get_str());
  const OneSidedGeometric<short_word, filter_margin> sampler(scale);
  const auto law = enumerate_words<std::int64_t>(short_word, 3, [&](ScriptedTape& tape) {
    return static_cast<std::int64_t>(sampler.sample(tape));
  });
  EXPECT_LT(law.undecided, Rational(1, 20'000));
  EXPECT_EQ(law.at_least(-1), 0);
  for (std::int64_t x = 0; x <= 30; ++x) {
    const BigInterval probability = geometric_probability(scale, static_cast<std::uint64_t>(x));
    EXPECT_NE(compare(probability, defined(law.at_least(x))), Order::less) << x;
    EXPECT_NE(compare(probability, defined(law.at_most(x))), Order::greater) << x;
  }
}

TEST(OneSidedGeometricLaw, holds_over_all_tapes_of_short_words) {
  for (const Rational& scale : {Rational(1, 2), Rational(7, 5), Rational(10)}) {
    expect_law<installed_filter_margin>(scale);
  }
}

TEST(OneSidedGeometricLaw, holds_if_the_filter_hardly_ever_decides) {
  expect_law<0x1p-4>(Rational(7, 5));
}

TEST(OneSidedGeometric, adds_a_new_draw_to_what_reaches_64_bits) {
  // U = 2^-70 or so belongs to some 48 scales, beyond 64 bits; U = 1/2 to ln 2 scales.
  const OneSidedGeometric<> sampler(to_rational(OneSidedGeometric<>::largest_scale));
  const std::uint64_t half = std::uint64_t{1} << 63;
  ScriptedTape plain({half, 0, 0});
  const int128 rest = sampler.sample(plain);
  EXPECT_LT(rest, int128{1} << 62);
  EXPECT_GT(rest, (int128{1} << 62) / 2);
  const std::size_t words_of_rest = plain.words_consumed();
  ScriptedTape twice_capped({0, 0, half, 0, 0});
  EXPECT_EQ(sampler.sample(twice_capped), rest + 2 * static_cast<int128>(most_by_inversion));
  EXPECT_EQ(twice_capped.words_consumed(), 2 + words_of_rest);
}

TEST(OneSidedGeometric, draws_at_every_scale) {
  SeededStream stream(9003);
  for (const Rational& scale : {Rational(1, 1 << 20), Rational(1'000'001, 3), Rational(0x1p62)}) {
    const OneSidedGeometric<> sampler(scale);
    for (int round = 0; round < 100; ++round) {
      const int128 x = sampler.sample(stream);
      EXPECT_GE(x, 0);
      EXPECT_LE(static_cast<double>(x), 40.0 * to_double_up(scale));
    }
  }
}

}  // namespace
}  // namespace scrim::one_sided_geometric_exact_test
