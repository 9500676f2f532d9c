// Keys of one person each, 10^5 of them: how often one is told, beside the delta that the map
// states, with real entropy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/measurements/release_weighted_keys/make_release_weighted_keys.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/weight_by_key/make_weight_by_key.hpp"
#include "support/table_values.hpp"

namespace scrim::single_person_keys_slow_test {
namespace {

constexpr std::size_t persons = 100'000;

/// P[B >= told], or with `or_fewer` P[B <= told], of a binomial B, by its definition.
double binomial_tail(std::size_t trials, std::size_t told, double p, bool or_fewer) {
  const double n = static_cast<double>(trials);
  double tail = 0;
  for (std::size_t k = or_fewer ? 0 : told; k <= (or_fewer ? told : trials); ++k) {
    const double x = static_cast<double>(k);
    const double log_of_ways = std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1);
    tail += std::exp(log_of_ways + x * std::log(p) + (n - x) * std::log1p(-p));
  }
  return std::min(1.0, tail);
}

/// Each of 10^5 persons is alone in t keys: how many persons have a key told.
std::size_t persons_told(const PersonWeightDistance& metric, std::uint64_t keys, double scale,
                         std::uint64_t threshold) {
  const PersonTableDomain visits({{"id", RowKind::integer, true}},
                                 TableDomain({{"key", RowKind::integer, true}}));
  const auto release = Space{visits, PersonDistance{}} >>
                       then_weight_by_key<std::int64_t>(
                           {.group = "key", .groups = metric.groups, .weight = metric.weight}) >>
                       then_release_weighted_keys(Approximate<ZeroConcentratedDivergence>{},
                                                  {.scale = scale, .threshold = threshold});
  TableRows table(visits.all_columns().columns());
  for (std::size_t person = 0; person < persons; ++person) {
    for (std::uint64_t key = 0; key < keys; ++key) {
      table.cells(0).append(static_cast<std::int64_t>(person));
      table.cells(1).append(static_cast<std::int64_t>(person * keys + key));
      table.add_row();
    }
  }
  std::size_t told = 0;
  std::int64_t last = -1;
  for (const std::int64_t key : release.invoke(table.batch())) {
    const auto person = key / static_cast<std::int64_t>(keys);
    told += person == last ? 0 : 1;
    last = person;
  }
  return told;
}

// So small that the test fails by chance once in a billion runs.
constexpr double significance = 1e-9;

TEST(SinglePersonKeys, are_told_as_often_as_stated) {
  const PersonWeightDistance metric{.weight = 10, .groups = 4};
  const double scale = 5.0;
  const std::uint64_t threshold = least_weight_threshold(metric, 1, scale, 1e-2);
  const double stated = weight_threshold_delta(metric, 1, scale, threshold);
  double most = 0;
  for (const std::uint64_t keys : {1U, 2U, 3U, 4U}) {
    const std::size_t told = persons_told(metric, keys, scale, threshold);
    EXPECT_GT(binomial_tail(persons, told, stated, false), significance)
        << told << " of " << persons << " told, " << stated * persons << " stated";
    most = std::max(most, binomial_tail(persons, told, stated, true));
    // What the tail of > has for the rule >= is too little, and is seen to be.
    if (keys == 1) {
      const double of_next =
          weight_threshold_delta({.weight = 10, .groups = 1}, 1, scale, threshold + 1);
      const double itself =
          weight_threshold_delta({.weight = 10, .groups = 1}, 1, scale, threshold);
      EXPECT_LT(binomial_tail(persons, told, of_next, false), significance);
      EXPECT_GT(binomial_tail(persons, told, itself, true), significance);
    }
  }
  // And some number of keys attains it.
  EXPECT_GT(most, significance);
}

TEST(SinglePersonKeys, are_told_as_often_as_stated_at_a_small_delta) {
  const PersonWeightDistance metric{.weight = 100, .groups = 9};
  const double scale = 60.0;
  const std::uint64_t threshold = least_weight_threshold(metric, 1, scale, 1e-4);
  const double stated = weight_threshold_delta(metric, 1, scale, threshold);
  for (const std::uint64_t keys : {1U, 9U}) {
    const std::size_t told = persons_told(metric, keys, scale, threshold);
    EXPECT_GT(binomial_tail(persons, told, stated, false), significance)
        << told << " of " << persons << " told, " << stated * persons << " stated";
  }
}

}  // namespace
}  // namespace scrim::single_person_keys_slow_test
