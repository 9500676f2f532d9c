#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"
#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"

namespace scrim::interval_score_test {
namespace {

using Scores = std::vector<std::uint64_t>;

/// Rows below, equal to and above a candidate.
struct Counts {
  std::uint64_t below;
  std::uint64_t equal;
  std::uint64_t above;
};

std::uint64_t score_of(Fraction alpha, std::uint64_t limit, const Counts& rows) {
  return interval_score(alpha, limit,
                        {.below = rows.below,
                         .not_above = rows.below + rows.equal,
                         .above = rows.above,
                         .not_below = rows.above + rows.equal});
}

std::uint64_t moved(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

/// All counts of at most `most` rows on each side and on the candidate, for all fractions with
/// denominators up to 6.
template <class Check>
void for_each_case(std::uint64_t most, Check check) {
  for (std::uint64_t den = 1; den <= 6; ++den) {
    for (std::uint64_t num = 0; num <= den; ++num) {
      for (std::uint64_t below = 0; below <= most; ++below) {
        for (std::uint64_t equal = 0; equal <= most; ++equal) {
          for (std::uint64_t above = 0; above <= most; ++above) {
            check(Fraction{num, den}, Counts{below, equal, above});
          }
        }
      }
    }
  }
}

TEST(IntervalScore, is_zero_exactly_at_the_quantiles) {
  for_each_case(5, [](Fraction alpha, Counts rows) {
    // F(c-) <= alpha <= F(c)
    const std::uint64_t all = rows.below + rows.equal + rows.above;
    const bool is_quantile = alpha.den * rows.below <= alpha.num * all &&
                             alpha.num * all <= alpha.den * (rows.below + rows.equal);
    EXPECT_EQ(score_of(alpha, 1000, rows) == 0, is_quantile)
        << alpha.num << "/" << alpha.den << ": " << rows.below << " " << rows.equal << " "
        << rows.above;
  });
}

TEST(IntervalScore, is_the_distance_to_the_closest_rank) {
  for_each_case(4, [](Fraction alpha, Counts rows) {
    // Of the rows that are equal, any number may go below.
    std::uint64_t closest = std::numeric_limits<std::uint64_t>::max();
    for (std::uint64_t left = 0; left <= rows.equal; ++left) {
      const std::uint64_t right = rows.equal - left;
      closest =
          std::min(closest, quantile_score(alpha, 1000, rows.below + left, rows.above + right));
    }
    // Ranks are whole, the ideal one may lie between two of them: then it is within the interval.
    const std::uint64_t score = score_of(alpha, 1000, rows);
    EXPECT_LE(score, closest);
    EXPECT_TRUE(score == 0 || score == closest);
  });
}

TEST(IntervalScore, without_ties_is_the_score_of_the_sources) {
  for_each_case(6, [](Fraction alpha, Counts rows) {
    if (rows.equal > 0) return;
    EXPECT_EQ(score_of(alpha, 4, rows), quantile_score(alpha, 4, rows.below, rows.above));
  });
}

/// The largest move of a score when one row is edited as `edit` says, over all counts, clipped
/// ones among them.
template <class Edit>
std::uint64_t largest_move(Fraction wanted, std::uint64_t limit, Edit edit) {
  std::uint64_t largest = 0;
  for_each_case(6, [&](Fraction alpha, Counts rows) {
    if (!(alpha == wanted)) return;
    const std::uint64_t before = score_of(alpha, limit, rows);
    for (const Counts& after : edit(rows)) {
      largest = std::max(largest, moved(before, score_of(alpha, limit, after)));
    }
  });
  return largest;
}

std::vector<Counts> with_a_row_more(Counts rows) {
  return {{rows.below + 1, rows.equal, rows.above},
          {rows.below, rows.equal + 1, rows.above},
          {rows.below, rows.equal, rows.above + 1}};
}

std::vector<Counts> with_a_row_changed(Counts rows) {
  std::vector<Counts> changed;
  if (rows.below > 0) {
    for (const Counts& each : with_a_row_more({rows.below - 1, rows.equal, rows.above})) {
      changed.push_back(each);
    }
  }
  if (rows.equal > 0) {
    for (const Counts& each : with_a_row_more({rows.below, rows.equal - 1, rows.above})) {
      changed.push_back(each);
    }
  }
  return changed;  // from above: the same moves, seen from the other side
}

TEST(IntervalScore, moves_as_the_map_says_and_no_less) {
  for (std::uint64_t den = 1; den <= 6; ++den) {
    for (std::uint64_t num = 0; num <= den; ++num) {
      for (const std::uint64_t limit : {std::uint64_t{3}, std::uint64_t{1000}}) {
        const Fraction alpha{num, den};
        EXPECT_EQ(largest_move(alpha, limit, with_a_row_more), std::max(num, den - num))
            << num << "/" << den << ", limit " << limit;
        EXPECT_EQ(largest_move(alpha, limit, with_a_row_changed), den)
            << num << "/" << den << ", limit " << limit;
      }
    }
  }
}

TEST(IntervalScore, does_not_overflow_at_the_limit) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  for (const Fraction alpha : {Fraction{0, 1}, Fraction{1, 1}, Fraction{9'999, 10'000},
                               Fraction{most - 1, most}, Fraction{1, most}}) {
    const std::uint64_t limit = quantile_count_limit(alpha);
    const auto score = [&](const RankInterval& rows) { return interval_score(alpha, limit, rows); };
    EXPECT_EQ(score({.below = most, .not_above = most, .above = 0, .not_below = 0}),
              (alpha.den - alpha.num) * limit);
    EXPECT_EQ(score({.below = 0, .not_above = 0, .above = most, .not_below = most}),
              alpha.num * limit);
    EXPECT_EQ(score({.below = 0, .not_above = most, .above = 0, .not_below = most}), 0);
  }
}

Scores scores(const std::vector<double>& rows, const std::vector<double>& candidates, Alpha alpha,
              TiedRows ties) {
  return make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{}, candidates,
                                        alpha, ties)
      .invoke(rows);
}

TEST(QuantileScoreCandidates, does_not_stumble_over_ties_where_they_are_spanned) {
  std::vector<double> rows(600, 0.0);
  rows.insert(rows.end(), 400, 100.0);
  const std::vector<double> candidates{-1.0, 0.0, 50.0, 100.0};
  EXPECT_EQ(scores(rows, candidates, 0.5, TiedRows::spanned), (Scores{1000, 0, 200, 200}));
  // As the sources score it, the value 50 that nobody has beats the 0 that most have.
  EXPECT_EQ(scores(rows, candidates, 0.5, TiedRows::discounted), (Scores{1000, 400, 200, 600}));
}

TEST(QuantileScoreCandidates, spans_ties_at_the_ends_and_on_awkward_rows) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> rows{-infinity, -0.0, 0.0, 5.0, infinity};
  EXPECT_EQ(scores(rows, {0.0}, 0.0, TiedRows::spanned), (Scores{1}));
  EXPECT_EQ(scores(rows, {0.0}, 1.0, TiedRows::spanned), (Scores{2}));
  EXPECT_EQ(scores(rows, {-infinity, infinity}, Fraction{1, 3}, TiedRows::spanned), (Scores{2, 7}));
  EXPECT_EQ(scores({}, {0.0, 1.0}, 0.3, TiedRows::spanned), (Scores{0, 0}));
}

}  // namespace
}  // namespace scrim::interval_score_test
