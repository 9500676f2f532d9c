#include "scrim/transformations/count_distinct/make_count_distinct.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"
#include "support/stability_law.hpp"

namespace scrim::make_count_distinct_test {
namespace {

TEST(CountDistinct, counts_each_category_that_occurs_once) {
  const auto distinct =
      make_count_distinct(vector_domain<std::string>(), SymmetricDistance{}, {"oslo", "", "rome"});
  using Rows = std::vector<std::string>;
  EXPECT_EQ(distinct.invoke(Rows{}), 0);
  EXPECT_EQ(distinct.invoke(Rows{"paris", "ROME"}), 0);
  EXPECT_EQ(distinct.invoke(Rows{"rome", "rome", "paris", "rome"}), 1);
  EXPECT_EQ(distinct.invoke(Rows{"", "rome", "rome", "oslo"}), 3);
}

template <DatasetMetric M>
void expect_exact(const VectorDomain<AtomDomain<int>>& domain,
                  const std::vector<std::vector<int>>& datasets, std::uint32_t largest_d_in) {
  const auto distinct = make_count_distinct(domain, M{}, {0, 1, 2});
  const auto worst = test::expect_stable(distinct, datasets, largest_d_in);
  EXPECT_GE(worst.size(), 3U);
  for (const auto& [d_in, d_out] : worst) EXPECT_EQ(d_out, distinct.map(d_in));
}

TEST(CountDistinct, is_exact_under_every_metric) {
  const std::vector<int> rows{0, 1, 2, 9};
  expect_exact<SymmetricDistance>(vector_domain<int>(), test::datasets_up_to(rows, 4), 4);
  const auto of_size_4 = vector_domain<int>().with_size(4);
  const auto datasets = test::datasets_of_size(rows, 4);
  expect_exact<SymmetricDistance>(of_size_4, datasets, 8);
  expect_exact<ChangeOneDistance>(of_size_4, datasets, 4);
  expect_exact<HammingDistance>(of_size_4, datasets, 4);
}

TEST(CountDistinctMap, charges_no_more_than_there_are_categories) {
  constexpr std::uint32_t largest = std::numeric_limits<std::uint32_t>::max();
  const auto rows = count_distinct_map(RowEdits::added_or_removed, 3);
  const auto pairs = count_distinct_map(RowEdits::added_or_removed_in_pairs, 3);
  const auto changes = count_distinct_map(RowEdits::changed, 3);
  for (const std::uint32_t d_in : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U, largest}) {
    EXPECT_EQ(rows.forward(d_in), std::min(d_in, 3U));
    EXPECT_EQ(pairs.forward(d_in), std::min(d_in / 2, 3U));
    EXPECT_EQ(changes.forward(d_in), std::min(d_in, 3U));
  }
  EXPECT_EQ(rows.backward(2), 2U);
  EXPECT_EQ(rows.backward(3), largest);
}

TEST(CountDistinct, takes_noise) {
  const Space space{vector_domain<std::string>(), SymmetricDistance{}};
  const auto distinct = space >> then_count_distinct(std::vector<std::string>{"a", "b"}) >>
                        then_laplace(MaxDivergence{}, {.scale = 4.0});
  EXPECT_EQ(distinct.map(1), 0.25);
  EXPECT_EQ(distinct.map(100), 0.5);
}

TEST(CountDistinct, refuses_no_category_and_a_repeated_one) {
  SCRIM_EXPECT_ERROR(make_count_distinct(vector_domain<int>(), SymmetricDistance{}, {}),
                     ErrorKind::invalid_argument, "make_count_distinct", "no categories",
                     "at least one");
  SCRIM_EXPECT_ERROR(make_count_distinct(vector_domain<int>(), SymmetricDistance{}, {3, 3}),
                     ErrorKind::invalid_argument, "make_count_distinct", "once");
}

}  // namespace
}  // namespace scrim::make_count_distinct_test
