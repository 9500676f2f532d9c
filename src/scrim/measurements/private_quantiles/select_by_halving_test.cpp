// The selections of several quantiles against their meaning: rows in hand, one by one.
#include "scrim/measurements/private_quantiles/select_by_halving.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace scrim::select_by_halving_test {
namespace {

using Counted = WantedRank::Counted;
using Counts = std::vector<std::uint64_t>;
/// Rows by their places on the line: 2 i + 1 equals candidate i, even ones lie between.
using Rows = std::vector<std::size_t>;

WantedRank fraction(std::uint64_t num, std::uint64_t den) {
  return {Counted::as_fraction, {num, den}, 0};
}

Counts counts_of(const Rows& rows, std::size_t candidates) {
  Counts counts(2 * candidates + 1);
  for (const std::size_t row : rows) ++counts[row];
  return counts;
}

std::uint64_t distance_to_rank(const WantedRank& wanted, std::uint64_t below, std::uint64_t above,
                               std::uint64_t equal) {
  const auto signed_of = [](std::uint64_t count) { return static_cast<std::int64_t>(count); };
  std::int64_t too_high = 0;
  std::int64_t too_low = 0;
  if (wanted.counted == Counted::as_fraction) {
    const std::int64_t num = signed_of(wanted.alpha.num);
    const std::int64_t den = signed_of(wanted.alpha.den);
    const std::int64_t ideal = num * signed_of(below + equal + above);  // den times the rank
    too_high = den * signed_of(below) - ideal;
    too_low = ideal - den * signed_of(below + equal);
  } else {
    const bool from_smallest = wanted.counted == Counted::from_smallest;
    const std::int64_t first = signed_of(from_smallest ? below : above);
    too_high = first - signed_of(wanted.rows);
    too_low = signed_of(wanted.rows) - (first + signed_of(equal));
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>({0, too_high, too_low}));
}

/// Picks from the scores of all entries, in their order.
using PickOfScores = std::function<std::size_t(std::span<const std::uint64_t>)>;

Counts scores_of(const TiedEntries& entries) {
  Counts scores;
  for (std::size_t entry = 0; entry < entries.size(); ++entry) {
    scores.push_back(entries.score(entry));
  }
  return scores;
}

/// What the code is to do, written for rows in hand instead of counts.
class Meaning {
 public:
  Meaning(const std::vector<Halving>& halvings, const PickOfScores& pick)
      : halvings_(halvings), pick_(pick), selected(halvings.size()) {}

  void select(std::size_t place, const Rows& rows, std::size_t first, std::size_t last) {
    const Halving& halving = halvings_[place];
    const std::size_t parts = halving.parts;
    Counts scores;
    for (std::size_t c = first; c <= last; ++c) {
      for (std::size_t part = 0; part < parts; ++part) {
        const auto equal = tied(rows, c);
        const std::uint64_t before = equal * part / parts;
        const std::uint64_t up_to = equal * (part + 1) / parts;
        const auto below = static_cast<std::uint64_t>(
            std::count_if(rows.begin(), rows.end(), [&](auto row) { return row < 2 * c + 1; }));
        const std::uint64_t above = rows.size() - below - equal;
        scores.push_back(
            distance_to_rank(halving.rank, below + before, above + equal - up_to, up_to - before));
      }
    }
    const std::size_t entry = pick_(scores);
    const std::size_t chosen = first + entry / parts;
    selected[halving.wanted] = chosen;
    std::uint64_t goes_below = tied(rows, chosen) * (2 * (entry % parts) + 1) / (2 * parts);
    Rows left;
    Rows right;
    for (const std::size_t row : rows) {
      const bool is_left = row < 2 * chosen + 1 || (row == 2 * chosen + 1 && goes_below > 0);
      if (row == 2 * chosen + 1 && is_left) --goes_below;
      (is_left ? left : right).push_back(row);
    }
    if (halving.below) select(*halving.below, left, first, chosen);
    if (halving.above) select(*halving.above, right, chosen, last);
  }

 private:
  static std::uint64_t tied(const Rows& rows, std::size_t candidate) {
    return static_cast<std::uint64_t>(std::count(rows.begin(), rows.end(), 2 * candidate + 1));
  }

  const std::vector<Halving>& halvings_;
  const PickOfScores& pick_;

 public:
  std::vector<std::size_t> selected;
};

std::vector<std::vector<WantedRank>> cases() {
  const WantedRank minimum{Counted::from_smallest, {0, 1}, 2};
  const WantedRank maximum{Counted::from_largest, {0, 1}, 3};
  return {{fraction(1, 2)},
          {fraction(1, 3), fraction(2, 3)},
          {minimum, maximum},
          {minimum, fraction(1, 10), fraction(1, 4), fraction(1, 2), fraction(7, 9), maximum},
          {fraction(0, 1), fraction(3, 10), fraction(4, 10), fraction(1, 2), fraction(1, 1)}};
}

TEST(SelectByHalving, scores_and_splits_rows_as_its_meaning_says) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 400; ++round) {
    for (const auto& wanted : cases()) {
      const std::size_t candidates = 1 + random() % 6;
      Rows rows;
      const std::size_t count = random() % 60;
      const std::size_t favourite = random() % (2 * candidates + 1);  // many rows share it
      for (std::size_t i = 0; i < count; ++i) {
        rows.push_back(random() % 2 == 0 ? favourite : random() % (2 * candidates + 1));
      }
      auto halvings = halve(wanted);
      for (Halving& halving : halvings) {
        // Cuts that no number of rows divides by, and the installed ones now and then: they are
        // many.
        if (halving.parts > 1 && round % 20 != 0) halving.parts = 2 + random() % 16;
      }
      // The meaning picks at random and writes down what it saw; the code must see the same.
      std::vector<Counts> seen;
      std::vector<std::size_t> picked;
      const PickOfScores pick_at_random = [&](std::span<const std::uint64_t> scores) {
        seen.emplace_back(scores.begin(), scores.end());
        picked.push_back(random() % scores.size());
        return picked.back();
      };
      Meaning meaning(halvings, pick_at_random);
      meaning.select(0, rows, 0, candidates - 1);
      std::size_t turn = 0;
      const auto selected = select_by_halving(halvings, counts_of(rows, candidates),
                                              [&](const Halving&, const TiedEntries& entries) {
                                                EXPECT_EQ(scores_of(entries), seen.at(turn));
                                                return picked.at(turn++);
                                              });
      EXPECT_EQ(turn, picked.size());
      EXPECT_EQ(selected, meaning.selected);
      EXPECT_TRUE(std::is_sorted(selected.begin(), selected.end()));
    }
  }
}

std::size_t least(const Halving&, const TiedEntries& entries) {
  return entries.first_of_the_best();
}

TEST(SelectByHalving, finds_quantiles_beyond_a_value_that_most_rows_share) {
  // 600 zeros and 1 to 400: candidates 0 to 400.
  Counts counts(2 * 401 + 1);
  counts[1] = 600;
  for (std::size_t i = 1; i <= 400; ++i) counts[2 * i + 1] = 1;
  const auto selected = select_by_halving(
      halve(std::vector{fraction(1, 4), fraction(1, 2), fraction(3, 4)}), counts, least);
  EXPECT_EQ(selected[0], 0);
  EXPECT_EQ(selected[1], 0);
  EXPECT_NEAR(static_cast<double>(selected[2]), 150.0, 600.0 / 1024.0 + 1.0);
}

TEST(SelectByHalving, counts_that_are_full_do_not_wrap) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const auto halvings = halve(std::vector{fraction(1, 4), fraction(1, 2), fraction(3, 4)});
  EXPECT_EQ(select_by_halving(halvings, {0, most, 0, 0, 0}, least),
            (std::vector<std::size_t>{0, 0, 0}));
  EXPECT_EQ(select_by_halving(halvings, {most, most, most, most, most}, least).size(), 3);
}

TEST(SelectByHalving, lies_rows_inside_for_the_ends) {
  Counts counts(2 * 100 + 1);
  for (std::size_t i = 20; i < 80; ++i) counts[2 * i + 1] = 1;
  const std::vector<WantedRank> wanted{{Counted::from_smallest, {0, 1}, 5},
                                       {Counted::from_largest, {0, 1}, 10}};
  EXPECT_EQ(select_by_halving(halve(wanted), counts, least), (std::vector<std::size_t>{24, 69}));
}

}  // namespace
}  // namespace scrim::select_by_halving_test
