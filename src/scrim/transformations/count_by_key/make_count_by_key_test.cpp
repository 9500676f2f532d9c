#include "scrim/transformations/count_by_key/make_count_by_key.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "support/distances/dataset_distances.hpp"
#include "support/distances/keyed_distances.hpp"
#include "support/small_datasets.hpp"

namespace scrim::make_count_by_key_test {
namespace {

TEST(CountByKey, gives_keys_in_their_order) {
  const auto groups =
      Space{vector_domain<std::string>(), SymmetricDistance{}} >> then_count_by_key();
  const std::vector<std::string> rows{"rome", "oslo", "rome", "", "Rome"};
  EXPECT_EQ(groups.invoke(rows),
            (KeyedCounts<std::string>{{"", "Rome", "oslo", "rome"}, {1, 1, 1, 2}}));
  EXPECT_EQ(groups.invoke(std::vector<std::string>{}), KeyedCounts<std::string>());
}

TEST(CountByKey, takes_views_and_both_kinds_of_integers) {
  using namespace std::string_view_literals;
  const auto views = make_count_by_key(vector_domain<std::string_view>(), SymmetricDistance{});
  EXPECT_EQ(views.invoke(std::vector{"b"sv, "a"sv, "b"sv}),
            (KeyedCounts<std::string>{{"a", "b"}, {1, 2}}));
  const auto integers = make_count_by_key(vector_domain<std::int64_t>(), SymmetricDistance{});
  EXPECT_EQ(integers.invoke(std::vector<std::int64_t>{5, -5, 5}),
            (KeyedCounts<std::int64_t>{{-5, 5}, {1, 2}}));
  const auto words = make_count_by_key(vector_domain<std::uint64_t>(), SymmetricDistance{});
  const auto most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(words.invoke(std::vector<std::uint64_t>{most, 0}),
            (KeyedCounts<std::uint64_t>{{0, most}, {1, 1}}));
}

/// Every pair of small datasets stays within the map, and each of its three numbers is attained.
template <DatasetMetric M>
void expect_map_attained(KnownSize size, std::uint32_t largest_d_in) {
  using Rows = std::vector<std::int64_t>;
  const auto groups = make_count_by_key(
      size ? vector_domain<std::int64_t>().with_size(*size) : vector_domain<std::int64_t>(), M{});
  const Rows letters{-7, 0, 3, 9};
  const auto datasets =
      size ? test::datasets_of_size(letters, *size) : test::datasets_up_to(letters, 3);
  std::vector<KeyedCounts<std::int64_t>> outputs;
  for (const Rows& rows : datasets) outputs.push_back(groups.invoke(rows));
  std::vector<distances::KeyedDifference> worst(largest_d_in + 1);
  for (std::size_t i = 0; i < datasets.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const std::uint32_t d_in = distance(M{}, datasets[i], datasets[j]);
      if (d_in > largest_d_in) continue;
      const auto apart = distances::keyed_difference(outputs[i], outputs[j]);
      const KeyedChange claimed = groups.map(d_in);
      EXPECT_LE(apart.groups, claimed.groups());
      EXPECT_LE(apart.total, claimed.total());
      EXPECT_LE(apart.in_each, claimed.in_each());
      worst[d_in].groups = std::max(worst[d_in].groups, apart.groups);
      worst[d_in].total = std::max(worst[d_in].total, apart.total);
      worst[d_in].in_each = std::max(worst[d_in].in_each, apart.in_each);
    }
  }
  // With a known size symmetric distances are even.
  for (std::uint32_t d_in = 0; d_in <= largest_d_in; d_in += size && !M::needs_known_size ? 2 : 1) {
    const KeyedChange attained(worst[d_in].groups, worst[d_in].total, worst[d_in].in_each);
    EXPECT_EQ(attained, groups.map(d_in)) << M{}.describe() << ", " << d_in;
  }
}

TEST(CountByKey, moves_as_its_map_says_and_no_further) {
  expect_map_attained<SymmetricDistance>(std::nullopt, 3);
  expect_map_attained<InsertDeleteDistance>(std::nullopt, 3);
  expect_map_attained<SymmetricDistance>(4, 4);
  expect_map_attained<InsertDeleteDistance>(4, 4);
  expect_map_attained<ChangeOneDistance>(4, 2);
  expect_map_attained<HammingDistance>(4, 2);
}

TEST(CountByKey, map_says_what_it_says) {
  const auto rows = vector_domain<std::int64_t>();
  EXPECT_EQ(make_count_by_key(rows, SymmetricDistance{}).map(3), KeyedChange(3, 3, 3));
  EXPECT_EQ(make_count_by_key(rows.with_size(9), SymmetricDistance{}).map(5), KeyedChange(4, 4, 2));
  EXPECT_EQ(make_count_by_key(rows.with_size(9), HammingDistance{}).map(1), KeyedChange(2, 2, 1));
  const std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(make_count_by_key(rows.with_size(9), ChangeOneDistance{}).map(most),
            KeyedChange(2 * std::uint64_t{most}, 2 * std::uint64_t{most}, most));
  const auto map = count_by_key_map(RowEdits::changed);
  EXPECT_EQ(map.backward(KeyedChange(7, 7, 7)), 3U);
  EXPECT_EQ(map.backward(KeyedChange(7, 7, 2)), 2U);
  EXPECT_TRUE(map.check(1, KeyedChange(2, 2, 1)));
  EXPECT_FALSE(map.check(1, KeyedChange(1, 2, 2)));
}

}  // namespace
}  // namespace scrim::make_count_by_key_test
