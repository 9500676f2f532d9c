#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "scrim/spaces/dataset_metrics.hpp"
#include "support/distances/value_distances.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"
#include "support/stability_law.hpp"

namespace scrim::make_quantile_score_candidates_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
using Scores = std::vector<std::uint64_t>;

template <class T>
Scores score(const std::vector<T>& rows, const std::vector<T>& candidates, Alpha alpha) {
  return make_quantile_score_candidates(vector_domain<T>(), SymmetricDistance{}, candidates, alpha)
      .invoke(rows);
}

// The examples of Quantile scores (2022) and (2025), see docs/departures.md; theirs are divided by
// den and negated.
TEST(QuantileScoreCandidates, gives_the_scores_of_its_sources) {
  const std::vector<int> five{0, 1, 2, 3, 4};
  const std::vector<int> six{0, 1, 2, 3, 4, 5};
  EXPECT_EQ(score(five, five, 0.5), (Scores{4, 2, 0, 2, 4}));      // 2 1 0 1 2
  EXPECT_EQ(score(six, six, 0.5), (Scores{5, 3, 1, 1, 3, 5}));     // 2.5 1.5 0.5 0.5 1.5 2.5
  EXPECT_EQ(score(five, five, 0.25), (Scores{4, 0, 4, 8, 12}));    // 1 0 1 2 3
  EXPECT_EQ(score(six, six, 0.25), (Scores{5, 1, 3, 7, 11, 15}));  // 1.25 .25 .75 1.75 2.75 3.75
}

// The definition, row by row, in wide integers.
template <class T>
Scores scores_by_definition(const std::vector<T>& rows, const std::vector<T>& candidates,
                            Fraction alpha) {
  Scores scores;
  for (const T c : candidates) {
    std::int64_t below = 0;
    std::int64_t above = 0;
    for (const T x : rows) {
      below += x < c;
      above += x > c;
    }
    const auto num = static_cast<std::int64_t>(alpha.num);
    const auto den = static_cast<std::int64_t>(alpha.den);
    scores.push_back(static_cast<std::uint64_t>(std::abs((den - num) * below - num * above)));
  }
  return scores;
}

TEST(QuantileScoreCandidates, agrees_with_its_definition) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> candidates;
    double next = -3.0;
    for (std::size_t i = 0, n = 1 + random() % 9; i < n; ++i) {
      candidates.push_back(next += 0.25 * static_cast<double>(1 + random() % 4));
    }
    std::vector<double> rows;
    for (std::size_t i = 0, n = random() % 40; i < n; ++i) {
      const auto pick = random() % 34;
      rows.push_back(pick == 33   ? infinity
                     : pick == 32 ? -infinity
                     : pick == 31 ? nan
                                  : static_cast<double>(pick) * 0.25 - 4.0);
    }
    const Fraction alpha{random() % 4, 3};
    EXPECT_EQ(score(rows, candidates, alpha), scores_by_definition(rows, candidates, alpha));
  }
}

TEST(QuantileScoreCandidates, agrees_with_its_definition_on_integer_extremes) {
  using Limits = std::numeric_limits<std::int64_t>;
  const std::vector<std::int64_t> values{Limits::min(),     Limits::min() + 1, -1, 0, 1,
                                         Limits::max() - 1, Limits::max()};
  EXPECT_EQ(score(values, values, Fraction{1, 3}), scores_by_definition(values, values, {1, 3}));
  const std::vector<std::uint8_t> bytes{0, 0, 1, 7, 200, 255, 255};
  const std::vector<std::uint8_t> candidates{0, 1, 2, 255};
  EXPECT_EQ(score(bytes, candidates, 0.9), scores_by_definition(bytes, candidates, {9, 10}));
}

TEST(QuantileScoreCandidates, counts_a_nan_row_for_no_candidate) {
  EXPECT_EQ(score(std::vector{nan, 1.0, nan, 5.0}, {0.0, 3.0, 5.0}, 0.5),
            score(std::vector{1.0, 5.0}, {0.0, 3.0, 5.0}, 0.5));
}

TEST(QuantileScoreCandidates, scores_no_rows_as_zero) {
  EXPECT_EQ(score(std::vector<double>{}, {1.0, 2.0}, 0.3), (Scores{0, 0}));
}

TEST(QuantileScoreCandidates, writes_alpha_in_lowest_terms) {
  EXPECT_EQ(Alpha(0.1).fraction(), (Fraction{1, 10}));
  EXPECT_EQ(Alpha(0.25).fraction(), (Fraction{1, 4}));
  EXPECT_EQ(Alpha(1.0 / 3.0).fraction(), (Fraction{1, 3}));
  EXPECT_EQ(Alpha(0.0).fraction(), (Fraction{0, 1}));
  EXPECT_EQ(Alpha(1.0).fraction(), (Fraction{1, 1}));
  EXPECT_EQ(Alpha(Fraction{2, 6}).fraction(), (Fraction{2, 6}));  // as the caller wrote it
}

TEST(QuantileScoreCandidates, is_monotonic_for_the_minimum_and_the_maximum_only) {
  const auto is_monotonic = [](Alpha alpha) {
    return make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{}, {1.0},
                                          alpha)
        .output_metric()
        .monotonic;
  };
  EXPECT_TRUE(is_monotonic(0.0));
  EXPECT_TRUE(is_monotonic(1.0));
  EXPECT_FALSE(is_monotonic(0.5));
  EXPECT_FALSE(is_monotonic(0.9999));
}

class QuantileScoreStability : public testing::TestWithParam<Fraction> {};
INSTANTIATE_TEST_SUITE_P(Alphas, QuantileScoreStability,
                         testing::Values(Fraction{0, 1}, Fraction{1, 4}, Fraction{1, 3},
                                         Fraction{1, 2}, Fraction{9, 10}, Fraction{1, 1}));

// Over all datasets of up to 4 rows: the map is never exceeded, and attained at every d_in > 0.
TEST_P(QuantileScoreStability, is_exact_for_unknown_size) {
  const auto datasets = test::datasets_up_to(std::vector<int>{0, 1, 2, 3, 4}, 4);
  const auto transformation =
      make_quantile_score_candidates(vector_domain<int>(), SymmetricDistance{}, {1, 3}, GetParam());
  const auto worst = test::expect_stable(transformation, datasets, 3);
  for (const auto& [d_in, d_out] : worst) EXPECT_EQ(d_out, transformation.map(d_in));
}

TEST_P(QuantileScoreStability, holds_under_insert_delete) {
  const auto datasets = test::datasets_up_to(std::vector<int>{0, 1, 2, 4}, 3);
  const auto transformation = make_quantile_score_candidates(
      vector_domain<int>(), InsertDeleteDistance{}, {1, 3}, GetParam());
  test::expect_stable(transformation, datasets, 3);
}

template <class M>
void expect_exact_for_known_size(Fraction alpha, std::uint32_t largest_d_in) {
  const auto datasets = test::datasets_of_size(std::vector<int>{0, 1, 2, 3, 4}, 4);
  const auto transformation =
      make_quantile_score_candidates(vector_domain<int>().with_size(4), M{}, {1, 3}, alpha);
  const auto worst = test::expect_stable(transformation, datasets, largest_d_in);
  EXPECT_GE(worst.size(), 3U);
  for (const auto& [d_in, d_out] : worst) EXPECT_EQ(d_out, transformation.map(d_in));
}

TEST_P(QuantileScoreStability, is_exact_for_known_size_under_every_metric) {
  expect_exact_for_known_size<SymmetricDistance>(GetParam(), 4);
  expect_exact_for_known_size<InsertDeleteDistance>(GetParam(), 4);
  expect_exact_for_known_size<ChangeOneDistance>(GetParam(), 2);
  expect_exact_for_known_size<HammingDistance>(GetParam(), 2);
}

// What a selection pays for is the range distance: 2 * max(num, den - num) a row, and for the
// minimum and the maximum only 1. It is kept on all small datasets, and attained by a row added to
// max(num, den - num) rows that lie between two candidates.
TEST_P(QuantileScoreStability, has_exactly_the_range_distance_that_the_metric_promises) {
  const RangeDistance<std::uint64_t> range;
  const auto transformation = make_quantile_score_candidates(
      vector_domain<int>(), SymmetricDistance{}, {0, 1, 2, 3, 4}, GetParam());
  const auto promised = transformation.output_metric().range_distance(transformation.map(1));
  std::vector<std::vector<int>> datasets = test::datasets_up_to(std::vector<int>{0, 1, 2, 3, 4}, 3);
  datasets.emplace_back(transformation.map(1), 2);
  std::uint64_t worst = 0;
  for (const auto& dataset : datasets) {
    const auto scores = transformation.invoke(dataset);
    for (const int added : {-1, 0, 1, 2, 3, 4, 5}) {
      auto neighbour = dataset;
      neighbour.push_back(added);
      worst = std::max(worst, distance(range, scores, transformation.invoke(neighbour)));
    }
  }
  EXPECT_EQ(worst, promised);
}

// Quantile scores (2025), see docs/departures.md, clips #(x < c) and |x| - #(x = c) separately in
// its equation 7. With alpha = 1/2 and l = 2, one added row then moves a score by 2, while max(num,
// den - num) = 1; the form used here stays within 1 on all counts.
TEST(QuantileScore, departs_from_the_separately_clipped_form) {
  const auto separately_clipped = [](std::int64_t below, std::int64_t above) {
    const std::int64_t limit = 2;
    return std::abs(2 * std::min(below, limit) - 1 * std::min(below + above, limit));
  };
  std::int64_t worst_of_source = 0;
  std::int64_t worst_of_ours = 0;
  for (std::uint64_t below = 0; below < 6; ++below) {
    for (std::uint64_t above = 0; above < 6; ++above) {
      const auto theirs = [&](std::uint64_t b, std::uint64_t a) {
        return separately_clipped(static_cast<std::int64_t>(b), static_cast<std::int64_t>(a));
      };
      const auto ours = [](std::uint64_t b, std::uint64_t a) {
        return static_cast<std::int64_t>(quantile_score({1, 2}, 2, b, a));
      };
      for (const auto& [b, a] : {std::pair{below + 1, above}, std::pair{below, above + 1}}) {
        worst_of_source = std::max(worst_of_source, std::abs(theirs(b, a) - theirs(below, above)));
        worst_of_ours = std::max(worst_of_ours, std::abs(ours(b, a) - ours(below, above)));
      }
    }
  }
  EXPECT_EQ(worst_of_source, 2);
  EXPECT_EQ(worst_of_ours, 1);
}

TEST(QuantileScore, equals_the_form_of_its_sources_below_the_limit) {
  for (const Fraction alpha : {Fraction{0, 1}, Fraction{1, 3}, Fraction{7, 9}, Fraction{1, 1}}) {
    for (std::uint64_t below = 0; below < 7; ++below) {
      for (std::uint64_t above = 0; above < 7; ++above) {
        const auto theirs = std::llabs(static_cast<long long>(alpha.den * below) -
                                       static_cast<long long>(alpha.num * (below + above)));
        EXPECT_EQ(quantile_score(alpha, 14, below, above), static_cast<std::uint64_t>(theirs));
      }
    }
  }
}

TEST(QuantileScore, does_not_overflow_at_the_limit) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  for (const Fraction alpha : {Fraction{0, 1}, Fraction{1, 1}, Fraction{9'999, 10'000},
                               Fraction{most - 1, most}, Fraction{1, most}}) {
    const std::uint64_t limit = quantile_count_limit(alpha);
    EXPECT_EQ(quantile_score(alpha, limit, most, 0), (alpha.den - alpha.num) * limit);
    EXPECT_EQ(quantile_score(alpha, limit, 0, most), alpha.num * limit);
  }
}

TEST(QuantileScoreCandidates, merges_and_streams_to_the_same_scores) {
  std::mt19937_64 random(11);
  std::vector<double> rows(3 * block_rows + 5);
  for (double& row : rows) row = static_cast<double>(random() % 1000) / 10.0;
  const std::vector candidates{0.0, 12.3, 50.0, 99.9};
  const auto transformation =
      make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{}, candidates, 0.3);
  const auto expected = scores_by_definition(rows, candidates, {3, 10});
  EXPECT_EQ(transformation.invoke(rows), expected);
  const std::span<const double> all(rows);
  for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, block_rows, rows.size()}) {
    auto first = transformation.start({.index = 0, .count = 2});
    auto second = transformation.start({.index = 1, .count = 2});
    first.update(all.first(cut));
    second.update(all.subspan(cut));
    second.merge(std::move(first));
    EXPECT_EQ(std::move(second).finish(), expected);
  }
}

TEST(QuantileScoreCandidates, refuses_bad_candidates) {
  const auto with = [](std::vector<double> candidates) {
    return make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{},
                                          std::move(candidates), 0.5);
  };
  SCRIM_EXPECT_ERROR(with({}), ErrorKind::invalid_argument, "no candidates", "at least one");
  SCRIM_EXPECT_ERROR(with({1.0, 3.0, 2.0}), ErrorKind::invalid_argument, "increasing",
                     "candidate 1", "3", "candidate 2", "sort");
  SCRIM_EXPECT_ERROR(with({1.0, 1.0}), ErrorKind::invalid_argument, "increasing", "repeated");
  SCRIM_EXPECT_ERROR(with({-0.0, 0.0}), ErrorKind::invalid_argument, "increasing");
  SCRIM_EXPECT_ERROR(with({1.0, nan}), ErrorKind::invalid_argument, "candidate 1", "NaN");
  SCRIM_EXPECT_ERROR(with({nan}), ErrorKind::invalid_argument, "candidate 0", "NaN");
  EXPECT_NO_THROW((void)with({-infinity, 0.0, infinity}));
}

TEST(QuantileScoreCandidates, refuses_bad_alpha) {
  SCRIM_EXPECT_ERROR(Alpha(nan), ErrorKind::invalid_argument, "alpha", "NaN", "between 0 and 1");
  SCRIM_EXPECT_ERROR(Alpha(-0.01), ErrorKind::invalid_argument, "-0.01");
  SCRIM_EXPECT_ERROR(Alpha(1.0000001), ErrorKind::invalid_argument, "1.0000001");
  SCRIM_EXPECT_ERROR(Alpha(infinity), ErrorKind::invalid_argument, "alpha");
  SCRIM_EXPECT_ERROR(Alpha(Fraction{1, 0}), ErrorKind::invalid_argument, "1/0");
  SCRIM_EXPECT_ERROR(Alpha(Fraction{3, 2}), ErrorKind::invalid_argument, "3/2");
}

TEST(QuantileScoreCandidates, refuses_a_domain_that_allows_nan) {
  SCRIM_EXPECT_ERROR(make_quantile_score_candidates(vector_domain(atom_domain_with_nan<double>()),
                                                    SymmetricDistance{}, {1.0}, 0.5),
                     ErrorKind::invalid_argument, "make_quantile_score_candidates", "NaN");
}

TEST(QuantileScoreCandidates, refuses_a_metric_whose_size_is_missing) {
  SCRIM_EXPECT_ERROR(
      make_quantile_score_candidates(vector_domain<double>(), ChangeOneDistance{}, {1.0}, 0.5),
      ErrorKind::mismatch, "with_size");
}

// Ten rows at about 1/2, whose denominator leaves room for one: clipped counts would call 1 as good
// a median as 4.
TEST(QuantileScoreCandidates, refuses_a_known_size_whose_counts_would_be_clipped) {
  const auto of_size = [](std::size_t size, Fraction alpha) {
    return make_quantile_score_candidates(vector_domain<int>().with_size(size), SymmetricDistance{},
                                          {1, 4, 5}, alpha);
  };
  constexpr std::uint64_t half = std::uint64_t{1} << 62U;
  SCRIM_EXPECT_ERROR(of_size(10, Fraction{half + 1, 2 * half}), ErrorKind::invalid_argument,
                     "make_quantile_score_candidates", "10 rows",
                     "4611686018427387905/9223372036854775808", "counts of at most 1;",
                     "at most 1844674407370955161");
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{10},
                                   std::uint64_t{1'000'000'007}, most / 10'000, most}) {
    const std::uint64_t den = most / size;
    EXPECT_NO_THROW((void)of_size(size, Fraction{1, den})) << size;
    if (den == most) continue;
    SCRIM_EXPECT_ERROR(of_size(size, Fraction{1, den + 1}), ErrorKind::invalid_argument,
                       std::to_string(size) + " rows", "at most " + std::to_string(den));
  }
  EXPECT_NO_THROW((void)of_size(0, Fraction{1, most}));
}

TEST(QuantileScoreCandidates, takes_an_unknown_size_with_every_fraction) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(score<int>({0, 0, 2, 2, 2}, {1}, Fraction{1, most}), (Scores{most - 2}));
}

TEST(QuantileScoreCandidates, refuses_a_wrong_known_size_without_a_word_about_the_data) {
  const auto transformation = make_quantile_score_candidates(vector_domain<double>().with_size(3),
                                                             SymmetricDistance{}, {1.0}, 0.5);
  const auto few = test::error_of([&] { (void)transformation.invoke(std::vector{1.0, 2.0}); });
  const auto many = test::error_of([&] { (void)transformation.invoke(std::vector(9, nan)); });
  EXPECT_EQ(few.kind, ErrorKind::wrong_size);
  EXPECT_TRUE(few.is_invoke_error);
  EXPECT_EQ(few.text, many.text);
}

}  // namespace
}  // namespace scrim::make_quantile_score_candidates_test
