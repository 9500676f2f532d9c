#include "scrim/transformations/count_beyond/make_count_beyond.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "support/error_of.hpp"

namespace scrim::make_count_beyond_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double tiny = std::numeric_limits<double>::denorm_min();
using Counts = std::vector<std::uint64_t>;

template <class T>
Counts count(const std::vector<T>& rows, const std::vector<T>& candidates, Beyond side) {
  return make_count_beyond(vector_domain<T>(), SymmetricDistance{}, candidates, side).invoke(rows);
}

TEST(MakeCountBeyond, counts_outward) {
  const std::vector<int> rows{1, 2, 2, 3, 9};
  EXPECT_EQ(count(rows, {0, 2, 5, 10}, Beyond::above), (Counts{5, 2, 1, 0}));
  EXPECT_EQ(count(rows, {0, 2, 5, 10}, Beyond::below), (Counts{5, 4, 1, 0}));
  EXPECT_EQ(count(rows, {2}, Beyond::above), Counts{2});
  EXPECT_EQ(count(rows, {2}, Beyond::below), Counts{1});
}

TEST(MakeCountBeyond, counts_no_rows_as_none) {
  EXPECT_EQ(count<int>({}, {0, 1}, Beyond::above), (Counts{0, 0}));
  EXPECT_EQ(count<int>({}, {0, 1}, Beyond::below), (Counts{0, 0}));
}

template <class T>
Counts by_definition(const std::vector<T>& rows, const std::vector<T>& candidates, Beyond side) {
  Counts counts;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const T c = candidates[side == Beyond::above ? i : candidates.size() - 1 - i];
    std::uint64_t beyond = 0;
    for (const T x : rows) beyond += (side == Beyond::above ? x > c : x < c) ? 1 : 0;
    counts.push_back(beyond);
  }
  return counts;
}

TEST(MakeCountBeyond, agrees_with_its_definition) {
  const std::vector<double> values{-infinity, -1e300, -1.0, -tiny, -0.0,     0.0,
                                   tiny,      0.5,    1.0,  1e300, infinity, nan};
  const std::vector<double> candidates{-infinity, -1.0, -tiny, 0.0, tiny, 0.75, 1.0, infinity};
  std::mt19937_64 random(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> rows;
    for (std::size_t i = 0, n = random() % 40; i < n; ++i) {
      rows.push_back(values[random() % values.size()]);
    }
    for (const Beyond side : {Beyond::above, Beyond::below}) {
      EXPECT_EQ(count(rows, candidates, side), by_definition(rows, candidates, side));
    }
  }
}

TEST(MakeCountBeyond, agrees_with_its_definition_at_the_ends_of_integers) {
  using Limits = std::numeric_limits<std::int64_t>;
  const std::vector<std::int64_t> values{Limits::min(),     Limits::min() + 1, -1, 0, 1,
                                         Limits::max() - 1, Limits::max()};
  for (const Beyond side : {Beyond::above, Beyond::below}) {
    EXPECT_EQ(count(values, values, side), by_definition(values, values, side));
  }
}

TEST(MakeCountBeyond, is_moved_one_way_by_every_edit) {
  const std::vector<double> candidates{0.0, 1.0};
  const auto added =
      make_count_beyond(vector_domain<double>(), SymmetricDistance{}, candidates, Beyond::above);
  EXPECT_EQ(added.map(3), 3U);
  EXPECT_TRUE(added.output_metric().monotonic);
  const auto changed = make_count_beyond(vector_domain<double>().with_size(5), ChangeOneDistance{},
                                         candidates, Beyond::below);
  EXPECT_EQ(changed.map(3), 3U);
  EXPECT_TRUE(changed.output_metric().monotonic);
  EXPECT_EQ(make_count_beyond(vector_domain<double>().with_size(5), SymmetricDistance{}, candidates,
                              Beyond::below)
                .map(3),
            1U);
}

TEST(MakeCountBeyond, refuses_what_are_no_candidates_and_rows_that_may_be_nan) {
  const auto with = [](const std::vector<double>& candidates) {
    return make_count_beyond(vector_domain<double>(), SymmetricDistance{}, candidates,
                             Beyond::above);
  };
  SCRIM_EXPECT_ERROR(with({}), ErrorKind::invalid_argument, "make_count_beyond", "no candidates");
  SCRIM_EXPECT_ERROR(with({1.0, 1.0}), ErrorKind::invalid_argument, "make_count_beyond",
                     "increasing");
  SCRIM_EXPECT_ERROR(with({nan}), ErrorKind::invalid_argument, "make_count_beyond", "NaN");
  SCRIM_EXPECT_ERROR(make_count_beyond(vector_domain(atom_domain_with_nan<double>()),
                                       SymmetricDistance{}, {1.0}, Beyond::above),
                     ErrorKind::invalid_argument, "make_count_beyond", "NaN");
}

TEST(MakeCountBeyond, chains) {
  const auto counts = Space{vector_domain<int>(), SymmetricDistance{}} >>
                      then_count_beyond(std::vector{0, 10}, Beyond::above);
  EXPECT_EQ(counts.invoke(std::vector{5, 11, -3}), (Counts{2, 1}));
}

}  // namespace
}  // namespace scrim::make_count_beyond_test
