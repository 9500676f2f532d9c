#include "scrim/measurements/grid_quantile/make_grid_quantile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/measurements/grid_quantile/choose_point.hpp"
#include "scrim/measurements/grid_quantile/float_row_values.hpp"
#include "scrim/measurements/grid_quantile/grid_runs.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/quantise/from_grid.hpp"
#include "scrim/transformations/quantise/make_quantise.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"

namespace scrim::make_grid_quantile_test {
namespace {

using Rows = std::vector<std::int64_t>;
using Limits = std::numeric_limits<std::int64_t>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class MO, class M = SymmetricDistance>
auto quantile(MO measure, const GridQuantileOptions& options, M metric = {},
              VectorDomain<AtomDomain<std::int64_t>> domain = vector_domain<std::int64_t>()) {
  return make_grid_quantile(domain, metric, measure, options);
}

/// The score of one integer, from the rows themselves.
std::uint64_t score_by_definition(const Rows& rows, std::int64_t point, Fraction alpha) {
  const auto below = static_cast<std::uint64_t>(
      std::count_if(rows.begin(), rows.end(), [&](auto row) { return row < point; }));
  const auto above = static_cast<std::uint64_t>(
      std::count_if(rows.begin(), rows.end(), [&](auto row) { return row > point; }));
  const std::uint64_t equal = rows.size() - below - above;
  return interval_score(
      alpha, 1000,
      {.below = below, .not_above = below + equal, .above = above, .not_below = above + equal});
}

RowValues values_of(const Rows& rows, Bounds<std::int64_t> bounds) {
  RowValues values(bounds);
  values.update(rows);
  return values;
}

TEST(GridScores, are_those_of_every_point) {
  const Bounds<std::int64_t> bounds{-2, 4};
  for (const Rows& rows : test::datasets_up_to(Rows{-9, -2, -1, 1, 4, 7}, 4)) {
    for (const Fraction alpha : {Fraction{0, 1}, Fraction{1, 3}, Fraction{1, 2}, Fraction{1, 1}}) {
      const GridScores scores(values_of(rows, bounds), bounds, alpha);
      for (const std::size_t reach : {1U, 2U, 3U, 100U}) {
        std::int64_t next = bounds.lower;
        std::uint64_t best = Limits::max();
        const auto runs = scores.runs_around(reach);
        for (const GridRun& run : runs) {
          ASSERT_EQ(run.first, next);
          const bool may_be_mixed = reach < 100 && (&run == &runs.front() || &run == &runs.back());
          for (std::uint64_t i = 0; i < run.size; ++i, ++next) {
            const std::uint64_t score = score_by_definition(rows, next, alpha);
            best = std::min(best, score);
            EXPECT_EQ(scores.score_of(next), score);
            if (may_be_mixed) {
              EXPECT_LE(run.score, score);
            } else {
              EXPECT_EQ(run.score, score);
            }
          }
        }
        EXPECT_EQ(next, bounds.upper + 1);
        // The first of the best points begins a run, whatever lies beyond reach.
        const auto first =
            std::min_element(runs.begin(), runs.end(),
                             [](const auto& a, const auto& b) { return a.score < b.score; });
        EXPECT_EQ(first->score, best);
        for (std::int64_t point = bounds.lower; point < first->first; ++point) {
          EXPECT_GT(score_by_definition(rows, point, alpha), best);
        }
      }
    }
  }
}

TEST(GridScores, are_one_run_beyond_reach) {
  Rows rows;
  for (std::int64_t i = 0; i < 1000; ++i) rows.push_back(10 * i);
  const Bounds<std::int64_t> bounds{-100, 20'000};
  const GridScores scores(values_of(rows, bounds), bounds, {1, 2});
  const auto runs = scores.runs_around(3);
  EXPECT_EQ(runs.size(), 13);  // six values, five gaps between them, and what lies beyond
  EXPECT_EQ(runs.front().first, -100);
  EXPECT_EQ(runs.front().first + static_cast<std::int64_t>(runs.front().size), 4970);
  EXPECT_EQ(runs.back().first, 5021);
}

TEST(GridScores, reach_from_end_to_end_of_the_type) {
  const Bounds<std::int64_t> bounds{Limits::min(), Limits::max() - 1};
  const RowValues values =
      values_of(Rows{Limits::min(), 0, Limits::max() - 1, Limits::max()}, bounds);
  for (const std::size_t reach : {1U, 2U, 9U}) {
    std::uint64_t points = 0;
    for (const GridRun& run : GridScores(values, bounds, {1, 2}).runs_around(reach)) {
      points += run.size;
    }
    EXPECT_EQ(points, std::numeric_limits<std::uint64_t>::max());
  }
  EXPECT_EQ(values.above(), 1);
}

TEST(RowValues, keeps_the_same_in_any_order_and_refuses_a_strange_state) {
  const Bounds<std::int64_t> bounds{0, 9};
  RowValues one(bounds);
  one.update(Rows{5, -1, 3, 12, 5});
  RowValues other(bounds);
  other.update(Rows{12, 5});
  RowValues rest(bounds);
  rest.update(Rows{3, 5, -1});
  other.merge(rest);
  StateWriter first;
  StateWriter second;
  one.save(first);
  other.save(second);
  EXPECT_TRUE(std::ranges::equal(first.bytes(), second.bytes()));
  RowValues loaded(bounds);
  StateReader reader(first.bytes());
  loaded.load(reader);
  EXPECT_EQ(loaded.sorted(), (Rows{3, 5, 5}));
  EXPECT_EQ(loaded.below(), 1);
  RowValues narrow({4, 9});
  StateReader again(first.bytes());
  SCRIM_EXPECT_ERROR(narrow.load(again), ErrorKind::bad_state, "outside");
  StateWriter falling;
  for (const std::uint64_t word : {0U, 0U, 2U, 5U, 3U}) falling.write(word);
  StateReader backwards(falling.bytes());
  SCRIM_EXPECT_ERROR(loaded.load(backwards), ErrorKind::bad_state, "increasing order");
}

TEST(GridQuantile, charges_what_listed_candidates_cost) {
  const GridQuantileOptions third{{0, 1'000'000}, Fraction{1, 3}, 7.0 / 5.0};
  const auto listed = [](auto measure, auto metric, auto domain) {
    return make_private_quantile(domain, metric, measure,
                                 QuantileOptions<std::int64_t>{{0, 1}, Fraction{1, 3}, 7.0 / 5.0});
  };
  const auto rows = vector_domain<std::int64_t>();
  for (const std::uint32_t d_in : {0U, 1U, 2U, 7U}) {
    EXPECT_EQ(quantile(MaxDivergence{}, third).map(d_in),
              listed(MaxDivergence{}, SymmetricDistance{}, rows).map(d_in));
    EXPECT_EQ(quantile(RangeDivergence{}, third).map(d_in),
              listed(RangeDivergence{}, SymmetricDistance{}, rows).map(d_in));
    EXPECT_EQ(
        quantile(ZeroConcentratedDivergence{}, third, ChangeOneDistance{}, rows.with_size(9))
            .map(d_in),
        listed(ZeroConcentratedDivergence{}, ChangeOneDistance{}, rows.with_size(9)).map(d_in));
  }
}

/// The law of a release, by its definition.
std::map<std::int64_t, double> law_of(const Rows& rows, const GridQuantileOptions& options) {
  std::map<std::int64_t, double> law;
  double sum = 0.0;
  const Fraction alpha = options.alpha.fraction();
  const double scale = options.scale * static_cast<double>(alpha.den);
  for (std::int64_t point = options.bounds.lower; point <= options.bounds.upper; ++point) {
    law[point] = std::exp(-static_cast<double>(score_by_definition(rows, point, alpha)) / scale);
    sum += law[point];
  }
  for (auto& [point, probability] : law) probability /= sum;
  return law;
}

TEST(GridQuantile, is_private_as_it_claims_and_attains_it) {
  for (const Fraction alpha : {Fraction{0, 1}, Fraction{1, 3}, Fraction{1, 2}}) {
    const GridQuantileOptions options{{0, 5}, alpha, 7.0 / 5.0};
    const auto measurement = quantile(MaxDivergence{}, options);
    double worst = 0.0;
    for (const Rows& rows : test::datasets_up_to(Rows{-1, 0, 2, 3, 5, 8}, 4)) {
      const auto law = law_of(rows, options);
      for (const std::int64_t added : {-1, 0, 1, 2, 3, 4, 5, 8}) {
        Rows more = rows;
        more.push_back(added);
        for (const auto& [point, probability] : law_of(more, options)) {
          worst = std::max(worst, std::abs(std::log(probability / law.at(point))));
        }
      }
    }
    EXPECT_LE(worst, measurement.map(1) * (1.0 + 1e-9));
    EXPECT_GE(worst, measurement.map(1) * 0.7) << alpha.num << "/" << alpha.den;
  }
}

TEST(GridQuantile, releases_with_the_law_of_its_definition) {
  const Rows rows{0, 2, 2, 2, 3, 9, 9};
  const GridQuantileOptions options{{-1, 6}, Fraction{2, 5}, 1.5};
  const auto measurement = quantile(ZeroConcentratedDivergence{}, options);
  constexpr int releases = 40'000;
  std::map<std::int64_t, int> counts;
  for (int i = 0; i < releases; ++i) ++counts[measurement.invoke(rows)];
  for (const auto& [point, probability] : law_of(rows, options)) {
    const double expected = probability * releases;
    EXPECT_NEAR(counts[point], expected, 6.0 * std::sqrt(expected) + 1.0) << point;
  }
}

// With hardly any reach, most points are chosen by giving back what was set aside for them.
TEST(GridQuantile, has_that_law_however_far_it_reaches) {
  const Rows rows{0, 2, 2, 2, 3, 5, 5, 7, 8, 9, 9};
  const GridQuantileOptions options{{-1, 8}, Fraction{2, 5}, 1.5};
  const Fraction alpha = options.alpha.fraction();
  const GridScores scores(values_of(rows, options.bounds), options.bounds, alpha);
  constexpr int releases = 40'000;
  for (const std::size_t reach : {1U, 3U, 20U}) {
    std::map<std::int64_t, int> counts;
    for (int i = 0; i < releases; ++i) {
      ++counts[choose_point(scores, reach, options.scale * static_cast<double>(alpha.den))];
    }
    for (const auto& [point, probability] : law_of(rows, options)) {
      const double expected = probability * releases;
      EXPECT_NEAR(counts[point], expected, 6.0 * std::sqrt(expected) + 1.0)
          << point << " " << reach;
    }
  }
}

TEST(GridQuantile, finds_the_median_among_trillions_of_points) {
  std::vector<double> rows;
  for (int i = 0; i < 20'000; ++i) rows.push_back(static_cast<double>(i) / 200.0);  // 0 to 100
  const auto median = Space{vector_domain<double>(), SymmetricDistance{}} >>
                      then_quantise(-40, {0, std::int64_t{100} << 40}) >>
                      then_grid_quantile(MaxDivergence{}, {{0, std::int64_t{100} << 40}, 0.5, 1.0});
  EXPECT_NEAR(from_grid(median.invoke(rows), -40), 50.0, 0.5);
}

TEST(GridQuantileOfFloats, is_that_of_the_nearest_steps) {
  const std::vector<double> rows{-3.0, -0.25, 0.0, 0.3, 0.6, 2.0, 2.125, 7.0};
  const int exponent = -2;
  const Bounds<std::int64_t> bounds{-2, 12};
  const auto steps =
      Space{vector_domain<double>(), SymmetricDistance{}} >> then_quantise(exponent, {-1000, 1000});
  for (const Fraction alpha : {Fraction{1, 7}, Fraction{1, 3}, Fraction{1, 2}, Fraction{8, 9}}) {
    const GridQuantileOptions exact{bounds, alpha, 0.0};
    const auto of_floats = make_grid_quantile(vector_domain<double>(), SymmetricDistance{},
                                              MaxDivergence{}, exponent, exact);
    const auto of_steps = steps >> then_grid_quantile(MaxDivergence{}, exact);
    EXPECT_EQ(of_floats.invoke(rows), of_steps.invoke(rows)) << alpha.num;
    EXPECT_EQ(of_floats.map(3), of_steps.map(3));
  }
}

TEST(GridQuantileOfFloats, keeps_what_the_rows_are) {
  FloatRowValues values(-1, {-2, 4});  // halves, from -1 to 2
  std::vector<double> rows{nan,       -0.0,     0.24, 0.26, -1.0,  -1.3,
                           -infinity, infinity, 2.2,  2.26, 1e300, nan};
  values.update(rows);
  // To the even one of two steps; -1.3 is nearest to -1.5, beyond the bounds, as 2.26 is to 2.5.
  EXPECT_EQ(values.values().sorted(), (Rows{-2, 0, 0, 1, 4}));
  EXPECT_EQ(values.values().below(), 2);
  EXPECT_EQ(values.values().above(), 3);

  // Block after block, and merged, it is the same.
  std::vector<double> many;
  for (int i = 0; i < 5000; ++i) many.push_back(i % 7 == 0 ? nan : (i % 40) / 16.0 - 1.5);
  FloatRowValues at_once(-4, {-16, 12});
  at_once.update(many);
  FloatRowValues one(-4, {-16, 12});
  FloatRowValues other(-4, {-16, 12});
  one.update(std::span<const double>(many).first(2047));
  other.update(std::span<const double>(many).subspan(2047));
  one.merge(other);
  EXPECT_EQ(one.values().sorted(), at_once.values().sorted());
  EXPECT_EQ(one.values().below(), at_once.values().below());
  std::size_t numbers = 0;
  for (const double row : many) numbers += row == row ? 1 : 0;
  EXPECT_EQ(at_once.values().sorted().size() + at_once.values().below() + at_once.values().above(),
            numbers);
  EXPECT_FALSE(at_once.identity() == FloatRowValues(-5, {-16, 12}).identity());
}

TEST(GridQuantileOfFloats, refuses_what_is_no_grid) {
  const auto with = [](int exponent, Bounds<std::int64_t> bounds, auto domain) {
    return make_grid_quantile(domain, SymmetricDistance{}, MaxDivergence{}, exponent,
                              GridQuantileOptions{bounds, 0.5, 1.0});
  };
  const auto rows = vector_domain<double>();
  SCRIM_EXPECT_ERROR(with(1023, {0, 1}, rows), ErrorKind::invalid_argument, "make_grid_quantile",
                     "exponent");
  SCRIM_EXPECT_ERROR(with(0, {1, 0}, rows), ErrorKind::invalid_argument, "make_grid_quantile");
  SCRIM_EXPECT_ERROR(with(0, {0, std::int64_t{1} << 62}, rows), ErrorKind::invalid_argument,
                     "make_grid_quantile");
}

TEST(GridQuantile, is_exact_without_noise_and_defined_without_rows) {
  const GridQuantileOptions exact{{-5, 5}, 0.5, 0.0};
  EXPECT_EQ(quantile(MaxDivergence{}, exact).invoke(Rows{1, 3, 4}), 3);
  EXPECT_EQ(quantile(MaxDivergence{}, exact).invoke(Rows{}), -5);
  EXPECT_EQ(quantile(MaxDivergence{}, exact).invoke(Rows{9, 9}), -5);  // all are as far
  EXPECT_EQ(quantile(MaxDivergence{}, exact).map(1), infinity);
  const GridQuantileOptions point{{3, 3}, 0.5, 10.0};
  EXPECT_EQ(quantile(MaxDivergence{}, point).invoke(Rows{1, 8}), 3);
}

TEST(GridQuantile, refuses_what_the_proof_does_not_cover) {
  for (const double scale : {-0.0, -1.0, infinity, nan, 1e308}) {
    SCRIM_EXPECT_ERROR(quantile(MaxDivergence{}, {{0, 1}, 0.1, scale}), ErrorKind::invalid_argument,
                       "scale is");
  }
  SCRIM_EXPECT_ERROR(quantile(MaxDivergence{}, {{Limits::min(), Limits::max()}, 0.5, 1.0}),
                     ErrorKind::invalid_argument, "make_grid_quantile", "narrower");
  SCRIM_EXPECT_ERROR(quantile(MaxDivergence{}, {{1, 0}, 0.5, 1.0}), ErrorKind::invalid_argument,
                     "make_grid_quantile", "lower");
}

}  // namespace
}  // namespace scrim::make_grid_quantile_test
