#include "scrim/measurements/private_quantiles/make_private_quantiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/accounting/conversions.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/count_among_candidates/make_count_among_candidates.hpp"
#include "support/error_of.hpp"

namespace scrim::make_private_quantiles_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
using Positions = std::vector<std::size_t>;

VectorDomain<AtomDomain<std::uint64_t>> counts(std::size_t candidates) {
  return vector_domain<std::uint64_t>().with_size(2 * candidates + 1);
}

template <class MO>
auto quantiles(MO measure, const QuantilesOptions& options, std::size_t candidates = 3) {
  return make_private_quantiles(counts(candidates), LpDistance<1, std::uint64_t>{}, measure,
                                options);
}

TEST(PrivateQuantiles, charges_for_each_level_once) {
  const auto cost = [](std::vector<Alpha> alphas, std::uint64_t smallest = 0) {
    return quantiles(MaxDivergence{},
                     {.alphas = std::move(alphas), .smallest = smallest, .scale = 4.0})
        .map(1);
  };
  EXPECT_EQ(cost({0.5}), 0.25);
  EXPECT_EQ(cost({0.9}), 0.25);  // with more noise
  EXPECT_EQ(cost({0.25, 0.5}), 0.5);
  EXPECT_EQ(cost({0.25, 0.5, 0.75}), 0.5);
  EXPECT_EQ(cost({0.25, 0.5, 0.75}, 3), 0.75);
  EXPECT_EQ(cost({0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}), 0.75);
  EXPECT_EQ(
      quantiles(ZeroConcentratedDivergence{}, {.alphas = {0.3, 0.5, 0.9}, .scale = 0.5}).map(1),
      2 * rho_of_range(2.0));  // two levels, each of a range of 1 / 0.5
}

TEST(PrivateQuantiles, charges_for_groups_of_rows) {
  const auto pure = quantiles(MaxDivergence{}, {.alphas = {0.2, 0.5, 0.9}, .scale = 10.0});
  EXPECT_EQ(pure.map(0), 0.0);
  EXPECT_NEAR(pure.map(7), 1.4, 1e-12);
  EXPECT_GE(pure.map(7), 1.4);
  const auto free = quantiles(MaxDivergence{}, {.alphas = {0.5}, .scale = 0.0});
  EXPECT_EQ(free.map(0), 0.0);
  EXPECT_EQ(free.map(1), infinity);
}

TEST(PrivateQuantiles, releases_candidates_near_the_quantiles_in_order) {
  std::vector<double> candidates;
  std::vector<double> rows;
  for (int i = 0; i <= 100; ++i) candidates.push_back(i);
  for (int i = 0; i < 100'000; ++i) rows.push_back(static_cast<double>(i) / 1000.0);
  const auto deciles =
      Space{vector_domain<double>(), SymmetricDistance{}} >>
      then_count_among_candidates(candidates) >>
      then_private_quantiles(
          MaxDivergence{},
          {.alphas = {0.1, 0.3, 0.5, 0.9}, .smallest = 3000, .largest = 2000, .scale = 10.0});
  const Positions released = deciles.invoke(rows);
  const Positions expected{3, 10, 30, 50, 90, 98};
  ASSERT_EQ(released.size(), expected.size());
  for (std::size_t i = 0; i < released.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(released[i]), static_cast<double>(expected[i]), 1.0);
  }
}

TEST(PrivateQuantiles, never_crosses_however_large_the_noise_is) {
  const auto many = quantiles(MaxDivergence{},
                              {.alphas = {0.3, 0.35, 0.4, 0.45, 0.5},
                               .smallest = 1,
                               .largest = 1,
                               .scale = 1e6 + 1.0 / 3.0},
                              20);
  std::vector<std::uint64_t> rows(41, 2);
  for (int round = 0; round < 500; ++round) {
    const Positions released = many.invoke(rows);
    EXPECT_TRUE(std::is_sorted(released.begin(), released.end()));
  }
}

TEST(PrivateQuantiles, finds_the_value_that_most_rows_share) {
  std::vector<std::uint64_t> rows(2 * 1000 + 1);
  rows[1] = 3000;                                              // 60% at the first candidate
  for (std::size_t i = 1; i < 1000; ++i) rows[2 * i + 1] = 2;  // the rest spread
  const auto median = quantiles(MaxDivergence{}, {.alphas = {0.5}, .scale = 1.0}, 1000);
  int found = 0;
  for (int round = 0; round < 100; ++round) found += median.invoke(rows).front() == 0 ? 1 : 0;
  EXPECT_GE(found, 99);
}

TEST(PrivateQuantiles, is_exact_without_noise_and_defined_without_rows) {
  const QuantilesOptions options{.alphas = {0.25, 0.5, 0.75}, .scale = 0.0};
  EXPECT_EQ(
      quantiles(MaxDivergence{}, options).invoke(std::vector<std::uint64_t>{0, 5, 0, 5, 0, 5, 0}),
      (Positions{0, 1, 2}));
  EXPECT_EQ(quantiles(MaxDivergence{}, options).invoke(std::vector<std::uint64_t>(7)).size(), 3);
  EXPECT_EQ(quantiles(MaxDivergence{}, options, 1).invoke(std::vector<std::uint64_t>{9, 0, 2}),
            (Positions{0, 0, 0}));
}

TEST(PrivateQuantiles, refuses_what_the_proof_does_not_cover) {
  const auto refused = [](const QuantilesOptions& options) {
    return quantiles(MaxDivergence{}, options);
  };
  for (const double scale : {-0.0, -1.0, infinity, nan, 1e308}) {
    SCRIM_EXPECT_ERROR(refused({.alphas = {0.5}, .scale = scale}), ErrorKind::invalid_argument,
                       "make_private_quantiles", "scale is");
  }
  SCRIM_EXPECT_ERROR(refused({.alphas = {}, .scale = 1.0}), ErrorKind::invalid_argument,
                     "nothing is wanted");
  SCRIM_EXPECT_ERROR(refused({.alphas = {0.5, Fraction{50, 100}}, .scale = 1.0}),
                     ErrorKind::invalid_argument, "increasing");
  SCRIM_EXPECT_ERROR(refused({.alphas = {0.5, 0.4}, .scale = 1.0}), ErrorKind::invalid_argument,
                     "2/5", "1/2");
  for (const auto& domain :
       {vector_domain<std::uint64_t>(), vector_domain<std::uint64_t>().with_size(1),
        vector_domain<std::uint64_t>().with_size(4)}) {
    SCRIM_EXPECT_ERROR(make_private_quantiles(domain, LpDistance<1, std::uint64_t>{},
                                              MaxDivergence{}, {.alphas = {0.5}, .scale = 1.0}),
                       ErrorKind::mismatch, "make_count_among_candidates");
  }
}

}  // namespace
}  // namespace scrim::make_private_quantiles_test
