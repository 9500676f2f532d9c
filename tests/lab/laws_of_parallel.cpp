#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lab/law_of_folds.hpp"
#include "lab/registry.hpp"
#include "scrim/combinators/parallel/make_parallel.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/select_column/select_table_column.hpp"
#include "scrim/transformations/sum/make_sum.hpp"
#include "support/grouped_rows.hpp"

namespace scrim::test::laws_of_parallel {
namespace {

constexpr std::uint64_t keys = 3;

/// The sum of values within bounds, with noise of this scale.
auto noisy_sum(double scale) {
  return Space{values_table(), SymmetricDistance{}} >> then_select_column<std::int64_t>("value") >>
         then_clamp(std::int64_t{-1}, std::int64_t{7}) >> then_sum() >>
         then_laplace(MaxDivergence{}, {.scale = scale});
}

template <class M>
Folding<GroupedRow, std::vector<std::int64_t>> folding_over(const M& measurement) {
  return {.size = std::nullopt,
          .start_part = [&](Part part) { return measurement.start(part); },
          .load = [&](std::span<const std::byte> saved) { return measurement.load(saved); },
          .invoke_with = [&](const Batch& rows,
                             ReadOptions options) { return measurement.invoke(rows, options); }};
}

/// Without noise, the sum of the rows of each key alone.
void expect_each_group_by_itself(const auto& sums) {
  for (const auto& rows : datasets_up_to(edge_alphabet<GroupedRow>().letters, 4)) {
    std::vector<std::int64_t> wanted(keys);
    for (const GroupedRow& row : rows) {
      if (row.group < 0 || row.group >= static_cast<std::int64_t>(keys)) continue;
      wanted[static_cast<std::size_t>(row.group)] += row.value;
    }
    ASSERT_EQ(sums.invoke(BlockMemory<GroupedRow>(rows).block()), wanted)
        << testing::PrintToString(rows);
  }
}

using Counts = std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>;

KeyedChange distance_between(const std::vector<GroupedRow>& x, const std::vector<GroupedRow>& y) {
  Counts difference;
  for (const GroupedRow& row : x) ++difference[{row.group, row.value}];
  for (const GroupedRow& row : y) --difference[{row.group, row.value}];
  std::map<std::int64_t, std::uint64_t> in_groups;
  for (const auto& [row, count] : difference) {
    in_groups[row.first] += static_cast<std::uint64_t>(std::abs(count));
  }
  std::uint64_t groups = 0;
  std::uint64_t total = 0;
  std::uint64_t in_each = 0;
  for (const auto& [group, rows] : in_groups) {
    groups += rows == 0 ? 0 : 1;
    total += rows;
    in_each = std::max(in_each, rows);
  }
  return {groups, total, in_each};
}

/// Noise on sums loses how far they are apart in all, over the scale: no more than the map says
/// between any two small tables, and as much between some.
void expect_map_bounds_and_is_attained(double scale) {
  const auto exact = make_parallel(noisy_sum(0.0), keys);
  const auto sums = make_parallel(noisy_sum(scale), keys);
  const auto datasets = datasets_up_to(edge_alphabet<GroupedRow>().letters, 3);
  std::vector<std::vector<std::int64_t>> values;
  for (const auto& rows : datasets) {
    values.push_back(exact.invoke(BlockMemory<GroupedRow>(rows).block()));
  }
  bool is_attained = false;
  for (std::size_t i = 0; i < datasets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      std::int64_t apart = 0;
      for (std::size_t key = 0; key < keys; ++key)
        apart += std::abs(values[i][key] - values[j][key]);
      const double loss = static_cast<double>(apart) / scale;
      const double stated = sums.map(distance_between(datasets[i], datasets[j]));
      ASSERT_LE(loss, stated * (1 + 1e-12))
          << testing::PrintToString(datasets[i]) << testing::PrintToString(datasets[j]);
      is_attained = is_attained || (apart > 7 && loss >= stated * (1 - 1e-12));
    }
  }
  EXPECT_TRUE(is_attained);
}

/// 0 at 0, never falling, and check says what forward does.
template <class Map>
void expect_keyed_laws(const Map& map) {
  EXPECT_EQ(map.forward(KeyedChange()), 0.0);
  EXPECT_FALSE(map.has_backward());
  std::vector<std::pair<KeyedChange, double>> all;
  for (const std::uint64_t groups : {1ULL, 2ULL, 3ULL, 9ULL, 1ULL << 40}) {
    for (const std::uint64_t total : {1ULL, 2ULL, 5ULL, 99ULL, 5000ULL, 1ULL << 40}) {
      for (const std::uint64_t in_each : {1ULL, 2ULL, 7ULL, 5000ULL, (1ULL << 32) - 1}) {
        const KeyedChange d(groups, total, in_each);
        all.emplace_back(d, map.forward(d));
        EXPECT_TRUE(map.check(d, all.back().second));
        EXPECT_FALSE(map.check(d, std::nextafter(all.back().second, 0.0)));
      }
    }
  }
  for (const auto& [a, loss] : all) {
    for (const auto& [b, larger] : all) {
      if (within(a, b)) {
        EXPECT_LE(loss, larger) << describe_distance(a) << " " << describe_distance(b);
      }
    }
  }
}

SCRIM_LAWS_OF(make_parallel, tables) {
  for (const double scale : {7.0 / 5.0, 10.0, 0x1p-20, 1e6 + 1.0 / 3.0}) {
    SCOPED_TRACE("scale " + describe_value(scale));
    laws.count_instance();
    expect_map_bounds_and_is_attained(scale);
    expect_keyed_laws(make_parallel(noisy_sum(scale), keys).privacy_map());
  }
  laws.count_instance();
  const auto sums = make_parallel(noisy_sum(0.0), keys);
  expect_each_group_by_itself(sums);
  expect_fold_laws(folding_over(sums));
}

}  // namespace
}  // namespace scrim::test::laws_of_parallel
