#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/distances/value_distances.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"
#include "support/stability_law.hpp"

namespace scrim::make_count_by_categories_test {
namespace {

using Counts = std::vector<std::uint64_t>;

TEST(CountByCategories, counts_in_the_order_of_the_categories) {
  const auto counts = make_count_by_categories(vector_domain<std::string>(), SymmetricDistance{},
                                               {"oslo", "", "rome"});
  const std::vector<std::string> rows{"rome", "oslo", "rome", "paris", "", "ROME"};
  EXPECT_EQ(counts.invoke(rows), (Counts{1, 1, 2}));
}

TEST(CountByCategories, takes_views_integers_and_booleans) {
  using namespace std::string_view_literals;
  const auto views =
      make_count_by_categories(vector_domain<std::string_view>(), SymmetricDistance{}, {"a", "b"});
  EXPECT_EQ(views.invoke(std::vector{"b"sv, "b"sv, "c"sv}), (Counts{0, 2}));
  const auto integers =
      make_count_by_categories(vector_domain<std::int8_t>(), SymmetricDistance{}, {-128, 127});
  EXPECT_EQ(integers.invoke(std::vector<std::int8_t>{127, -128, 0, 127}), (Counts{1, 2}));
  const auto booleans =
      make_count_by_categories(vector_domain<bool>(), SymmetricDistance{}, {true, false});
  const bool rows[] = {true, true, false};
  EXPECT_EQ(booleans.invoke(std::span<const bool>(rows)), (Counts{2, 1}));
}

TEST(CountByCategories, is_exact_and_monotonic_for_unknown_size) {
  const auto counts =
      make_count_by_categories(vector_domain<int>(), SymmetricDistance{}, {0, 1, 2});
  EXPECT_TRUE(counts.output_metric().monotonic);
  const auto datasets = test::datasets_up_to(std::vector<int>{0, 1, 2, 9}, 4);
  const auto worst = test::expect_stable(counts, datasets, 3);
  for (const auto& [d_in, d_out] : worst) EXPECT_EQ(d_out, counts.map(d_in));
  const auto ordered =
      make_count_by_categories(vector_domain<int>(), InsertDeleteDistance{}, {0, 1, 2});
  test::expect_stable(ordered, test::datasets_up_to(std::vector<int>{0, 1, 9}, 3), 3);
}

template <class M>
void expect_exact_for_known_size(std::uint32_t largest_d_in) {
  const auto counts =
      make_count_by_categories(vector_domain<int>().with_size(4), M{}, std::vector<int>{0, 1, 2});
  EXPECT_FALSE(counts.output_metric().monotonic);
  const auto datasets = test::datasets_of_size(std::vector<int>{0, 1, 2, 9}, 4);
  const auto worst = test::expect_stable(counts, datasets, largest_d_in);
  EXPECT_GE(worst.size(), 3U);
  for (const auto& [d_in, d_out] : worst) EXPECT_EQ(d_out, counts.map(d_in));
}

TEST(CountByCategories, is_exact_for_known_size_under_every_metric) {
  expect_exact_for_known_size<SymmetricDistance>(4);
  expect_exact_for_known_size<InsertDeleteDistance>(4);
  expect_exact_for_known_size<ChangeOneDistance>(2);
  expect_exact_for_known_size<HammingDistance>(2);
}

template <BinMetric MO>
void expect_exact_under_every_metric(OtherRows others) {
  const std::vector<int> categories{0, 1};
  const std::vector<int> rows{0, 1, 9};
  const auto expect_exact = [&](const auto& domain, const auto& metric, const auto& datasets,
                                std::uint32_t largest_d_in) {
    const auto counts = make_count_by_categories<MO>(domain, metric, categories, others);
    const auto worst = test::expect_stable(counts, datasets, largest_d_in);
    EXPECT_GE(worst.size(), 3U);
    for (const auto& [d_in, d_out] : worst) EXPECT_EQ(d_out, counts.map(d_in));
  };
  const auto of_any_size = vector_domain<int>();
  expect_exact(of_any_size, SymmetricDistance{}, test::datasets_up_to(rows, 4), 3);
  const auto of_size_4 = of_any_size.with_size(4);
  const auto datasets = test::datasets_of_size(rows, 4);
  expect_exact(of_size_4, SymmetricDistance{}, datasets, 4);
  expect_exact(of_size_4, ChangeOneDistance{}, datasets, 3);
  expect_exact(of_size_4, HammingDistance{}, datasets, 3);
}

TEST(CountByCategories, is_exact_under_the_metrics_that_noise_is_for) {
  for (const OtherRows others : {OtherRows::left_out, OtherRows::counted}) {
    expect_exact_under_every_metric<LpDistance<1, std::uint64_t>>(others);
    expect_exact_under_every_metric<LpDistance<2, double>>(others);
  }
}

TEST(CountByCategories, counts_other_rows_last_if_asked) {
  const auto counts = make_count_by_categories(vector_domain<std::string>(), SymmetricDistance{},
                                               {"oslo", "rome"}, OtherRows::counted);
  EXPECT_EQ(counts.output_domain().size, KnownSize(3));
  EXPECT_EQ(counts.invoke(std::vector<std::string>{"rome", "paris", "", "rome"}),
            (Counts{0, 2, 2}));
  EXPECT_EQ(counts.invoke(std::vector<std::string>{}), (Counts{0, 0, 0}));
}

TEST(CountByCategories, takes_noise_of_either_kind) {
  const Space space{vector_domain<std::string>(), SymmetricDistance{}};
  const std::vector<std::string> categories{"a", "b"};
  const std::vector<std::string> rows{"b", "a", "b", "c"};
  const auto laplace = space >>
                       then_count_by_categories<LpDistance<1, std::uint64_t>>(categories) >>
                       then_laplace(MaxDivergence{}, {.scale = 10.0});
  EXPECT_EQ(laplace.map(2), 0.2);
  const auto gaussian = space >> then_count_by_categories<LpDistance<2, double>>(categories) >>
                        then_gaussian(ZeroConcentratedDivergence{}, {.scale = 10.0});
  EXPECT_EQ(gaussian.map(2), 0.02);
  const auto exact =
      space >> then_count_by_categories<LpDistance<2, double>>(categories, OtherRows::counted) >>
      then_gaussian(ZeroConcentratedDivergence{}, {.scale = 0.0});
  EXPECT_EQ(exact.invoke(rows), (std::vector<std::int64_t>{1, 2, 1}));
}

// One change moves a row from one category to another: a range of 2. Called monotonic, the metric
// would promise a range of 1 and every later selection would be charged half of its price.
TEST(CountByCategories, is_not_monotonic_where_rows_are_changed) {
  const auto counts =
      make_count_by_categories(vector_domain<int>().with_size(1), ChangeOneDistance{}, {0, 1});
  const auto before = counts.invoke(std::vector{0});
  const auto after = counts.invoke(std::vector{1});
  EXPECT_EQ(distance(RangeDistance<std::uint64_t>{}, before, after), 2U);
  EXPECT_EQ(counts.output_metric().range_distance(counts.map(1)), 2U);
}

TEST(CountByCategories, merges) {
  const auto counts = make_count_by_categories(vector_domain<int>(), SymmetricDistance{}, {0, 1});
  auto first = counts.start({.index = 0, .count = 2});
  auto second = counts.start({.index = 1, .count = 2});
  first.update(std::vector{0, 1, 1});
  second.update(std::vector{1, 7});
  first.merge(std::move(second));
  EXPECT_EQ(std::move(first).finish(), (Counts{1, 3}));
}

TEST(CountByCategories, refuses_no_category_and_a_repeated_one) {
  SCRIM_EXPECT_ERROR(make_count_by_categories(vector_domain<int>(), SymmetricDistance{}, {}),
                     ErrorKind::invalid_argument, "no categories", "at least one");
  SCRIM_EXPECT_ERROR(
      make_count_by_categories(vector_domain<std::string>(), SymmetricDistance{}, {"a", "b", "a"}),
      ErrorKind::invalid_argument, "0", "2", "\"a\"", "once");
}

TEST(ThenCountByCategories, follows_a_space) {
  const Space space{vector_domain<std::string>(), SymmetricDistance{}};
  const auto counts = space >> then_count_by_categories(std::vector<std::string>{"x", "y"});
  EXPECT_EQ(counts.map(2), 2U);
}

}  // namespace
}  // namespace scrim::make_count_by_categories_test
