// The selection mechanisms as a whole, on scripted random numbers: the law of three candidates by
// enumeration, and the same outcomes when a weak filter leaves every decision to the exact path.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "support/law_neighbour_search.hpp"
#include "support/law_routed_tapes.hpp"
#include "support/selection_by_definition.hpp"
#include "support/selection_law.hpp"

namespace scrim::fit_selection_exact_test {
namespace {

using test::RoutedTapes;
using test::Selected;
using Words = std::vector<std::uint64_t>;

constexpr double wide_margin = 0x1p-4;
constexpr std::uint64_t all_ones = ~std::uint64_t{0};

constexpr double ugly_scales[] = {3.0, 7.0 / 5.0, 10.0, 30.0, 0x1p-20, 1e6 + 1.0 / 3.0};

/// Gaps in scales, as scores. Multiplied by the scale in doubles: the mechanism sees the scores as
/// they are, and the law is computed from the same ones.
std::vector<double> scores_of(const std::vector<double>& gaps, double scale) {
  std::vector<double> scores;
  for (const double gap : gaps) scores.push_back(-gap * scale);
  return scores;
}

template <class MO, class Tapes>
Selected select(const std::vector<double>& scores, std::size_t k, double scale, Tapes& tapes) {
  return test::top_k_by_definition<MO>(std::span<const double>(scores),
                                       {.k = k, .scale = scale, .optimize = Optimize::max}, tapes);
}

template <class MO>
class SelectionOnTapes : public testing::Test {};
using Measures = testing::Types<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;
TYPED_TEST_SUITE(SelectionOnTapes, Measures);

// --- the law, by enumeration
// ----------------------------------------------------------------------

constexpr int bits = 5;
constexpr std::size_t points = (std::size_t{1} << bits) + 1;

/// The tape of one of three random numbers, at a multiple of 2^-bits. It lies a little off it, by
/// an amount of its own for each number: ties and rejected words have probability 0 resp. 2^-62.
Words tape_at(std::size_t point, std::uint64_t number) {
  const std::uint64_t offset = (number + 1) << 20;
  Words words(64, all_ones / 7 * (number + 1));
  words[0] =
      point + 1 == points ? all_ones - offset : (std::uint64_t{point} << (64 - bits)) + offset;
  return words;
}

/// More than those offsets can move any probability by.
constexpr double offset_slack = 0x1p-38;

struct Bounds {
  double lower = 0.0;
  double upper = 0.0;
};

/// Bounds on the probability of every outcome. Between two neighbouring points each of the three
/// numbers moves every comparison one way only, so an outcome that is the same in all corners of a
/// box is the outcome throughout the box.
template <class MO, double margin>
std::map<Selected, Bounds> enumerate(const std::vector<double>& scores, std::size_t k,
                                     double scale) {
  std::vector<Selected> outcomes;
  for (std::size_t a = 0; a < points; ++a) {
    for (std::size_t b = 0; b < points; ++b) {
      for (std::size_t c = 0; c < points; ++c) {
        // Permute-and-flip flips two coins and draws an integer; Gumbel noise draws three reals.
        RoutedTapes<margin> tapes({tape_at(a, 0), tape_at(b, 1), tape_at(c, 2)}, tape_at(c, 2));
        outcomes.push_back(select<MO>(scores, k, scale, tapes));
      }
    }
  }
  const auto at = [&](std::size_t a, std::size_t b, std::size_t c) -> const Selected& {
    return outcomes[(a * points + b) * points + c];
  };
  const double box = std::pow(0.5, 3 * bits);
  std::map<Selected, Bounds> bounds;
  for (std::size_t a = 0; a + 1 < points; ++a) {
    for (std::size_t b = 0; b + 1 < points; ++b) {
      for (std::size_t c = 0; c + 1 < points; ++c) {
        std::map<Selected, int> corners;
        for (std::size_t corner = 0; corner < 8; ++corner) {
          ++corners[at(a + corner / 4, b + corner / 2 % 2, c + corner % 2)];
        }
        for (const auto& [selected, count] : corners) {
          bounds[selected].upper += box;
          if (count == 8) bounds[selected].lower += box;
        }
      }
    }
  }
  return bounds;
}

/// Whether the law lies within the bounds.
bool contains(std::map<Selected, Bounds> bounds, const test::Law& law) {
  for (const auto& [selected, probability] : law) {
    const Bounds& b = bounds[selected];
    if (probability.upper_double() < b.lower - offset_slack) return false;
    if (probability.lower_double() > b.upper + offset_slack) return false;
  }
  return true;
}

template <class MO>
test::Law law_of(const std::vector<double>& scores, std::size_t k, double scale) {
  return test::selection_law<typename test::MechanismOf<MO>::type>(scores, scale, k);
}

template <class MO>
void expect_law(std::size_t k) {
  for (const double scale : {7.0 / 5.0, 1e6 + 1.0 / 3.0}) {
    const std::vector<double> scores = scores_of({0.3, 0.0, 1.1}, scale);
    const auto bounds = enumerate<MO, installed_filter_margin>(scores, k, scale);
    EXPECT_TRUE(contains(bounds, law_of<MO>(scores, k, scale))) << scale;
    // Controls: laws of other scales, and of the other mechanism.
    EXPECT_FALSE(contains(bounds, law_of<MO>(scores, k, 2.0 * scale))) << scale;
    EXPECT_FALSE(contains(bounds, law_of<MO>(scores, k, 0.5 * scale))) << scale;
    // The slow path decides what the weak filter leaves undecided, on every tape alike.
    const auto slow = enumerate<MO, wide_margin>(scores, k, scale);
    for (const auto& [selected, b] : bounds) {
      EXPECT_EQ(b.lower, slow.at(selected).lower);
      EXPECT_EQ(b.upper, slow.at(selected).upper);
      EXPECT_LE(b.upper - b.lower, 0.2);
    }
  }
}

TYPED_TEST(SelectionOnTapes, has_its_law_among_three_by_enumeration) { expect_law<TypeParam>(1); }

TEST(GumbelSelectionOnTapes, has_its_law_in_order_by_enumeration) {
  expect_law<RangeDivergence>(2);
}

// --- the same outcome on the same words
// -----------------------------------------------------------

/// A first word within some 2^-closeness of the real number p in (0, 1), relatively.
std::uint64_t word_near(double p, int closeness, std::mt19937_64& engine) {
  const double word = std::min(p * 0x1p64, 0x1.fffffffffffffp63);
  const auto head = static_cast<std::uint64_t>(word);
  const std::uint64_t step = (head >> closeness) & engine();
  return engine() % 2 == 0 ? head - step / 2 : head + std::min(step / 2, all_ones - head);
}

/// Random tapes; two thirds of them start where a coin of permute-and-flip, or the comparison of a
/// noisy score with the best one, is nearly undecided.
template <class MO>
std::vector<Words> hard_tapes(const std::vector<double>& gaps, std::size_t count, int round,
                              std::mt19937_64& engine) {
  std::vector<Words> tapes;
  double first = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    Words words(64);
    for (auto& word : words) word = engine();
    const int closeness = round % 3 == 1 ? 6 : 45;
    if (selection_noise<MO> == SelectionNoise::exponential) {
      // Coins are flipped for all but the best score, which comes first here.
      const double gap = gaps[1 + i % (gaps.size() - 1)];
      if (round % 3 != 0) words[0] = word_near(std::exp(-gap), closeness, engine);
    } else if (i == 0) {
      first = static_cast<double>(words[0]) * 0x1p-64;
    } else if (round % 3 != 0 && i < gaps.size()) {
      // Candidate i ties with candidate 0, the best, where U_i = U_0^exp(-gap).
      words[0] = word_near(std::pow(first, std::exp(-gaps[i])), closeness, engine);
    }
    tapes.push_back(std::move(words));
  }
  return tapes;
}

TYPED_TEST(SelectionOnTapes, is_the_same_on_the_same_words_when_the_exact_path_decides) {
  std::mt19937_64 engine(4711);
  const std::vector<double> gaps{0.0, 0x1p-20, 0.5, 2.0 / 3.0, 7.0};
  for (const double scale : ugly_scales) {
    const std::vector<double> scores = scores_of(gaps, scale);
    std::size_t words_by_filter = 0;
    std::size_t words_by_refining = 0;
    for (int round = 0; round < 600; ++round) {
      const std::size_t k = 1 + static_cast<std::size_t>(round) % gaps.size();
      // Up to 4 + 3 + 2 + 1 coins are flipped when all five are peeled.
      const auto reals = hard_tapes<TypeParam>(gaps, 10, round, engine);
      Words integers(64);
      for (auto& word : integers) word = engine();
      RoutedTapes<installed_filter_margin> fast(reals, integers);
      RoutedTapes<wide_margin> slow(reals, integers);
      ASSERT_EQ(select<TypeParam>(scores, k, scale, fast),
                select<TypeParam>(scores, k, scale, slow))
          << scale << ", round " << round;
      ASSERT_EQ(fast.reals_drawn(), slow.reals_drawn());
      ASSERT_EQ(fast.integer_words(), slow.integer_words());
      ASSERT_LE(fast.real_words(), slow.real_words());
      // Where nothing is close, each real is decided by its first word.
      if (round % 3 == 0) {
        ASSERT_EQ(fast.real_words(), fast.reals_drawn());
      }
      words_by_filter += fast.real_words();
      words_by_refining += slow.real_words();
    }
    EXPECT_GT(words_by_refining, words_by_filter + 600) << "the wide filter was not wide";
  }
}

TYPED_TEST(SelectionOnTapes, draws_as_many_numbers_as_it_must) {
  const std::vector<double> scores = scores_of({0.25, 0.0, 3.0, 0.0}, 1.4);
  std::vector<Words> reals;
  for (std::uint64_t i = 1; i <= 10; ++i) reals.push_back({all_ones / 11 * i});
  const Words integers(4, all_ones / 3 * 2);
  // Coins come up heads for 0 at 1/11, tails for 2 at 2/11: of (0, 1, 3) the middle one is
  // selected. Then 3 from (0, 3), then 0, then 2. Scores equal to the best flip no coin.
  const Selected peeled{1, 3, 0, 2};
  const std::size_t coins_flipped[] = {2, 4, 5, 5};
  for (const std::size_t k : {1U, 2U, 3U, 4U}) {
    RoutedTapes<installed_filter_margin> tapes(reals, integers);
    const Selected selected = select<TypeParam>(scores, k, 1.4, tapes);
    if (selection_noise<TypeParam> == SelectionNoise::gumbel) {
      EXPECT_EQ(tapes.reals_drawn(), scores.size());  // one for each score, whatever k
      EXPECT_EQ(tapes.integer_words(), 0U);
    } else {
      EXPECT_TRUE(std::equal(selected.begin(), selected.end(), peeled.begin()));
      EXPECT_EQ(tapes.reals_drawn(), coins_flipped[k - 1]);
      EXPECT_EQ(tapes.integer_words(), k);  // one choice among heads for each selection
    }
    EXPECT_EQ(tapes.real_words(), tapes.reals_drawn());
  }
}

}  // namespace
}  // namespace scrim::fit_selection_exact_test
