#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/law_of_tables.hpp"
#include "lab/registry.hpp"
#include "lab/tightness.hpp"
#include "scrim/transformations/weight_by_key/make_weight_by_key.hpp"
#include "support/distances/weight_distances.hpp"

namespace scrim::test::laws_of_weight_by_key {
namespace {

const PersonTableDomain visits({{"id", RowKind::integer, true}},
                               TableDomain({{"ward", RowKind::text, true},
                                            {"floor", RowKind::integer, true}}));

/// Rows of nobody and of two persons, in wards that are up to `wards`, in the order of ids; one
/// without a ward.
TableValues letters_of(int wards) {
  TableValues letters{{missing_cell, cell("a"), cell(0)}};
  for (const std::int64_t who : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}}) {
    for (int ward = 0; ward < wards; ++ward) {
      const char name[] = {static_cast<char>('a' + ward), '\0'};
      letters.push_back({cell(who), cell(name), cell(ward)});
    }
  }
  letters.push_back({cell(-1), missing_cell, missing_cell});
  return letters;
}

template <Key K>
KeyedCounts<K> weights_of(const PersonTableDomain& domain, const WeightByKey& weights,
                          const TableValues& rows) {
  TableRows table = rows_of(tables::columns_of(domain), rows);
  return make_weight_by_key<K>(domain, PersonDistance{}, weights).invoke(table.batch());
}

/// All tables of up to four rows: in every order and in both forms the same weights; persons who
/// come or go move them by as many, and all of them are needed.
template <Key K>
void expect_laws(Laws& laws, WeightByKey weights, const TableValues& letters) {
  const PersonWeightDistance metric{.weight = weights.weight, .groups = weights.groups};
  const std::string instance = metric.describe() + ", by " + weights.group;
  SCOPED_TRACE(instance);
  laws.count_instance();
  const auto transformation = make_weight_by_key<K>(visits, PersonDistance{}, weights);
  EXPECT_EQ(transformation.output_metric(), metric);
  const auto all = tables::multisets(letters, 4);
  std::vector<KeyedCounts<K>> outputs;
  for (const TableValues& rows : all) {
    outputs.push_back(weights_of<K>(visits, weights, rows));
    ASSERT_TRUE(transformation.output_domain().contains(outputs.back()));
    WeightByKey in_order = weights;
    in_order.in_order_of_ids = true;
    ASSERT_EQ(weights_of<K>(visits, in_order, rows), outputs.back());
    TableValues shuffled = rows;
    std::sort(shuffled.begin(), shuffled.end());
    do {
      ASSERT_EQ(weights_of<K>(visits, weights, shuffled), outputs.back());
    } while (std::next_permutation(shuffled.begin(), shuffled.end()));
  }
  std::map<std::uint32_t, std::uint32_t> worst;
  std::map<std::vector<std::int64_t>, std::optional<std::uint32_t>> known;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::uint32_t d_in = distance(PersonDistance{}, 1, all[i], all[j]);
      if (d_in > 2) continue;
      auto moved = distances::weight_difference(outputs[i], outputs[j]);
      std::sort(moved.begin(), moved.end());
      const auto [entry, is_new] = known.try_emplace(moved);
      if (is_new) entry->second = distances::persons_between(metric, moved, 2);
      ASSERT_TRUE(entry->second && *entry->second <= transformation.map(d_in))
          << "not stable at d_in = " << d_in << ": " << testing::PrintToString(all[i]) << " and "
          << testing::PrintToString(all[j]);
      worst[d_in] = std::max(worst[d_in], *entry->second);
    }
  }
  for (const std::uint32_t d_in : {1U, 2U}) {
    expect_tight(
        tightness_row(laws.constructor(), instance, d_in, worst[d_in], transformation.map(d_in)),
        {});
  }
}

SCRIM_LAWS_OF(make_weight_by_key, keys) {
  expect_laws<std::string>(laws, {.group = "ward", .groups = 1, .weight = 1}, letters_of(2));
  expect_laws<std::string>(laws, {.group = "ward", .groups = 2, .weight = 7, .seed = 3},
                           letters_of(3));
  expect_laws<std::int64_t>(laws, {.group = "floor", .groups = 4, .weight = 100}, letters_of(4));
}

}  // namespace
}  // namespace scrim::test::laws_of_weight_by_key
