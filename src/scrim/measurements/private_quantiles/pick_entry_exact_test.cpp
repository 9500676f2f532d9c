// The law of a selection among parts of tied rows, computed from the code that runs: every answer
// of chance in turn. It is held against the closed forms over a list of the scores of all parts.
#include "scrim/measurements/private_quantiles/pick_entry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/selection_chance.hpp"
#include "support/chance_tree.hpp"
#include "support/seeded_stream.hpp"
#include "support/selection_law.hpp"

namespace scrim::pick_entry_exact_test {
namespace {

using Counted = WantedRank::Counted;

struct PermuteAndFlipPick {
  using Mechanism = test::PermuteAndFlip;
  static std::size_t pick(const TiedEntries& entries, double scale, auto& chance) {
    return pick_entry(SelectionNoise::exponential, entries, scale, chance);
  }
};
struct ExponentialPick {
  using Mechanism = test::ExponentialMechanism;
  static std::size_t pick(const TiedEntries& entries, double scale, auto& chance) {
    test::OneProposal proposal(chance);
    return pick_entry(SelectionNoise::gumbel, entries, scale, proposal);
  }
};

std::vector<double> negated_scores(const TiedEntries& entries) {
  std::vector<double> scores;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    scores.push_back(-static_cast<double>(entries.score(i)));
  }
  return scores;
}

/// The widest relative distance between the law of the code and the closed form.
template <class Pick>
double widest_difference(const TiedEntries& entries, double scale, double scale_of_law) {
  const auto law =
      test::law_of_round([&](auto& chance) { return Pick::pick(entries, scale, chance); });
  const auto weights = test::selection_weights<BigInterval>(negated_scores(entries), scale_of_law);
  double widest = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const BigInterval expected = Pick::Mechanism::probability(weights, i);
    const auto found = law.find(i);
    const BigInterval difference = found == law.end() ? expected : found->second - expected;
    const BigInterval relative = difference / expected;
    widest = std::max({widest, std::abs(relative.lower_double()), relative.upper_double()});
  }
  return widest;
}

WantedRank fraction(std::uint64_t num, std::uint64_t den) {
  return {Counted::as_fraction, {num, den}, 0};
}

/// Rows around candidates, from counts as make_count_among_candidates gives them.
TiedEntries entries_of(const WantedRank& wanted, const std::vector<std::uint64_t>& counts,
                       std::size_t parts) {
  std::vector<RowsAround> around;
  for (std::size_t c = 1; c < counts.size(); c += 2) {
    RowsAround rows{.below = 0, .equal = counts[c], .above = 0};
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (i < c) rows.below += counts[i];
      if (i > c) rows.above += counts[i];
    }
    around.push_back(rows);
  }
  return {wanted, around, parts};
}

template <class Pick>
class PickEntry : public testing::Test {};
using Picks = testing::Types<PermuteAndFlipPick, ExponentialPick>;
TYPED_TEST_SUITE(PickEntry, Picks);

// Ties that span the wanted rank, none, one row, and far beyond what rungs tell apart.
const std::vector<std::vector<std::uint64_t>> counts_with_ties = {
    {0, 0, 0},       {0, 7, 0},       {3, 5, 1},        {0, 6, 0, 0, 3},
    {1, 1, 0, 4, 0}, {2, 0, 9, 0, 2}, {0, 500, 3, 0, 0}};

TYPED_TEST(PickEntry, has_the_law_of_a_list_of_all_parts) {
  for (const double scale : {7.0 / 5.0, 10.0, 0x1p-20, 1e6 + 1.0 / 3.0}) {
    for (const auto& counts : counts_with_ties) {
      for (const std::size_t parts : {1U, 2U, 3U}) {
        if (parts * (counts.size() / 2) > 4) continue;  // all paths are visited
        for (const WantedRank& wanted :
             {fraction(1, 2), fraction(1, 3), WantedRank{Counted::from_largest, {0, 1}, 2}}) {
          const TiedEntries entries = entries_of(wanted, counts, parts);
          EXPECT_LT(widest_difference<TypeParam>(entries, scale, scale), 0x1p-100)
              << "scale " << scale << ", parts " << parts << ", tied " << counts[1];
        }
      }
    }
  }
}

TYPED_TEST(PickEntry, does_not_have_the_law_of_a_scale_next_to_it) {
  const TiedEntries entries = entries_of(fraction(1, 2), {0, 6, 1}, 3);
  EXPECT_GT(widest_difference<TypeParam>(entries, 3.0, std::nextafter(3.0, 4.0)), 0x1p-60);
}

TEST(PickEntryWithoutNoise, takes_the_first_of_the_best) {
  test::SeededStream source(1);
  SelectionChance chance(source);
  const TiedEntries entries = entries_of(fraction(1, 2), {3, 0, 2, 100, 0, 0, 9}, 8);
  for (const auto noise : {SelectionNoise::exponential, SelectionNoise::gumbel}) {
    const std::size_t entry = pick_entry(noise, entries, 0.0, chance);
    EXPECT_EQ(entries.score(entry), 0);
    for (std::size_t before = 0; before < entry; ++before) EXPECT_GT(entries.score(before), 0);
  }
}

TEST(LadderOfParts, gives_each_entry_of_a_rung_once) {
  const TiedEntries entries = entries_of(fraction(1, 2), {0, 4, 0, 4, 0}, 3);
  LadderOfParts ladder(entries, 1e6);
  std::size_t rung = 0;
  while (ladder.members_on(rung) == 0) ++rung;
  ASSERT_EQ(ladder.members_on(rung), 6);
  std::vector<std::size_t> seen;
  std::uint64_t left = 6;
  for (const std::uint64_t position : {5U, 0U, 3U, 0U, 1U, 0U}) {
    ASSERT_LT(position, left);
    seen.push_back(ladder.entry_at({rung, position}));
    ladder.put_behind({rung, position}, --left);
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace scrim::pick_entry_exact_test
