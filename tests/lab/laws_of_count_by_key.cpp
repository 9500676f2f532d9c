#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lab/law_datasets.hpp"
#include "lab/law_of_folds.hpp"
#include "lab/law_of_functions.hpp"
#include "lab/registry.hpp"
#include "lab/tightness.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/count_by_key/make_count_by_key.hpp"
#include "support/distances/keyed_distances.hpp"

namespace scrim::test::laws_of_count_by_key {
namespace {

using distances::KeyedDifference;

/// The laws of transformations of rows, for a distance of three parts. Each part must be attained.
template <KeyRow T, DatasetMetric M>
void expect_laws_under(Laws& laws, const std::vector<std::size_t>& sizes) {
  std::vector<KeyedDifference> worst(largest_d_in + 1);
  std::vector<bool> is_met(largest_d_in + 1);
  std::vector<KnownSize> all_sizes(sizes.begin(), sizes.end());
  if (all_sizes.empty()) all_sizes.emplace_back(std::nullopt);
  std::string name = std::string(type_name<OwnedAtom<T>>()) + ", " + M{}.describe() + ", size " +
                     (sizes.empty() ? "unknown" : "known");
  SCOPED_TRACE(name);
  for (const KnownSize size : all_sizes) {
    laws.count_instance();
    const auto groups = make_count_by_key(vector_domain<T>(size), M{});
    const auto folding = folding_of(groups);
    expect_fold_laws_on_few_rows(folding);
    if (std::same_as<M, SymmetricDistance> && !size) expect_fold_laws_on_many_rows(folding);
    const auto& [datasets, pairs] = close_datasets<T, M>(size);
    const auto outputs = outputs_on(groups, datasets);
    for (const auto& output : outputs) EXPECT_TRUE(groups.output_domain().contains(output));
    for (const auto& [i, j, d_in] : pairs) {
      const KeyedDifference apart = distances::keyed_difference(outputs[i], outputs[j]);
      const KeyedChange claimed = groups.map(d_in);
      ASSERT_TRUE(apart.groups <= claimed.groups() && apart.total <= claimed.total() &&
                  apart.in_each <= claimed.in_each())
          << "not stable at d_in = " << d_in << ": " << testing::PrintToString(datasets[i])
          << " and " << testing::PrintToString(datasets[j]);
      is_met[d_in] = true;
      worst[d_in].groups = std::max(worst[d_in].groups, apart.groups);
      worst[d_in].total = std::max(worst[d_in].total, apart.total);
      worst[d_in].in_each = std::max(worst[d_in].in_each, apart.in_each);
    }
  }
  const auto map = count_by_key_map(row_edits<M>(!sizes.empty()));
  for (std::uint32_t d_in = 1; d_in <= largest_d_in; ++d_in) {
    if (!is_met[d_in]) continue;
    const KeyedChange claimed = map.forward(d_in);
    const auto expect_part = [&](const char* part, std::uint64_t attained, std::uint64_t most) {
      expect_tight(tightness_row(laws.constructor(), name + ", " + part, d_in, attained, most), {});
    };
    // Three changed rows move six groups, if there are as many letters.
    const auto alphabet = edge_alphabet<T>().letters;
    const std::uint64_t letters = std::set(alphabet.begin(), alphabet.end()).size();
    expect_part("groups", worst[d_in].groups, std::min(claimed.groups(), letters));
    expect_part("total", worst[d_in].total, claimed.total());
    expect_part("in each", worst[d_in].in_each, claimed.in_each());
  }
}

template <KeyRow T>
void expect_key_laws(Laws& laws) {
  expect_laws_under<T, SymmetricDistance>(laws, {});
  expect_laws_under<T, SymmetricDistance>(laws, {0, 1, 2, 3});
  expect_laws_under<T, ChangeOneDistance>(laws, {0, 1, 2, 3, 7});
  if constexpr (is_under_every_metric) {
    expect_laws_under<T, InsertDeleteDistance>(laws, {});
    expect_laws_under<T, InsertDeleteDistance>(laws, {0, 1, 2, 3});
    expect_laws_under<T, HammingDistance>(laws, {0, 1, 2, 3, 7});
  }
}

SCRIM_LAWS_OF(make_count_by_key, rows) {
  expect_key_laws<std::int64_t>(laws);
  expect_key_laws<std::uint64_t>(laws);
  expect_key_laws<std::string>(laws);
  expect_key_laws<std::string_view>(laws);
}

}  // namespace
}  // namespace scrim::test::laws_of_count_by_key
