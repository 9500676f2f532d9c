#include "scrim/transformations/weight_by_key/make_weight_by_key.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/core/run.hpp"
#include "scrim/spaces/space.hpp"
#include "support/error_of.hpp"
#include "support/table_values.hpp"

namespace scrim::make_weight_by_key_test {
namespace {

using test::cell;
using test::missing_cell;
using test::TableValues;

const PersonTableDomain visits({{"id", RowKind::integer, true}},
                               TableDomain({{"ward", RowKind::text, true},
                                            {"weight", RowKind::integer, true},
                                            {"cost", RowKind::real, true}}));
const PersonTableDomain by_name({{"name", RowKind::text, true}},
                                TableDomain({{"ward", RowKind::text, true}}));

template <Key K>
auto weigh(const WeightByKey& weights, const PersonTableDomain& domain = visits) {
  return make_weight_by_key<K>(domain, PersonDistance{}, weights);
}

template <class T>
auto of(const T& transformation, const TableValues& rows) {
  TableRows table = test::rows_of(transformation.input_domain().all_columns().columns(), rows);
  return transformation.invoke(table.batch());
}

test::TableRow row(test::TableCell who, test::TableCell ward) {
  return {std::move(who), std::move(ward), missing_cell, missing_cell};
}

TEST(MakeWeightByKey, says_what_comes_out_and_what_it_costs) {
  const auto weights = weigh<std::string>({.group = "ward", .groups = 4, .weight = 200});
  EXPECT_EQ(weights.output_domain(), keyed_counts_domain<std::string>());
  EXPECT_EQ(weights.output_metric(), (PersonWeightDistance{.weight = 200, .groups = 4}));
  EXPECT_EQ(weights.map(0), 0U);
  EXPECT_EQ(weights.map(7), 7U);
}

TEST(MakeWeightByKey, shares_out_a_weight_among_the_keys_of_a_person) {
  const TableValues rows = {
      row(cell(1), cell("a")),   row(cell(1), cell("a")),  // once, however often
      row(cell(2), cell("a")),   row(cell(2), cell("b")), row(cell(3), cell("a")),
      row(cell(3), cell("b")),   row(cell(3), cell("c")), row(missing_cell, cell("a")),
      row(cell(4), missing_cell)};
  for (const bool in_order : {false, true}) {
    const WeightByKey weights{
        .group = "ward", .groups = 3, .weight = 100, .in_order_of_ids = in_order};
    // 100 + 70 + 57, 70 + 57, 57.
    EXPECT_EQ(of(weigh<std::string>(weights), rows),
              (KeyedCounts<std::string>{{"a", "b", "c"}, {227, 127, 57}}));
  }
}

TEST(MakeWeightByKey, weighs_the_groups_that_stay) {
  TableValues rows;
  for (int ward = 0; ward < 9; ++ward) {
    rows.push_back({cell(7), missing_cell, cell(ward), missing_cell});
  }
  for (const std::uint64_t groups : {1U, 2U, 4U, 9U, 10U, 17U}) {
    const auto weights = weigh<std::int64_t>({.group = "weight", .groups = groups, .weight = 50});
    const auto kept = of(weights, rows);
    const std::uint64_t stay = std::min<std::uint64_t>(groups, 9);
    EXPECT_EQ(kept.size(), stay);
    EXPECT_EQ(kept.counts, std::vector<std::uint64_t>(stay, weight_in_each(50, stay)));
  }
}

/// Persons in up to `most` wards each, in any order, some rows twice.
TableValues many_rows(std::size_t persons, std::size_t most, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  TableValues rows;
  for (std::size_t person = 0; person < persons; ++person) {
    const std::size_t count = random() % (most + 1);
    for (std::size_t i = 0; i < count; ++i) {
      rows.push_back({cell(("p" + std::to_string(person)).c_str()),
                      cell(("ward " + std::to_string(random() % 40)).c_str())});
      if (random() % 4 == 0) rows.push_back(rows.back());
    }
  }
  std::shuffle(rows.begin(), rows.end(), random);
  return rows;
}

/// Where nobody is in more groups than stay, weights by their definition.
KeyedCounts<std::string> by_definition(const TableValues& rows, std::uint64_t weight) {
  std::map<test::TableCell, std::set<std::string>> wards;
  for (const auto& each : rows) wards[each[0]].insert(std::get<std::string>(each[1]));
  std::map<std::string, std::uint64_t> sums;
  for (const auto& [person, of_person] : wards) {
    for (const std::string& ward : of_person) {
      sums[ward] += weight_in_each(weight, of_person.size());
    }
  }
  KeyedCounts<std::string> groups;
  for (const auto& [ward, sum] : sums) {
    groups.keys.push_back(ward);
    groups.counts.push_back(sum);
  }
  return groups;
}

TEST(MakeWeightByKey, is_one_function_in_both_forms_at_every_size) {
  const auto any_order = weigh<std::string>({.group = "ward", .groups = 9, .weight = 64}, by_name);
  const auto in_order = weigh<std::string>(
      {.group = "ward", .groups = 9, .weight = 64, .in_order_of_ids = true}, by_name);
  for (const std::size_t persons : {std::size_t{0}, std::size_t{1}, std::size_t{2},
                                    std::size_t{500}, block_rows - 1, block_rows, block_rows + 1}) {
    TableValues rows = many_rows(persons, 9, persons);
    const auto expected = by_definition(rows, 64);
    EXPECT_EQ(of(any_order, rows), expected) << persons;
    std::sort(rows.begin(), rows.end());
    EXPECT_EQ(of(in_order, rows), expected) << persons;
  }
}

TEST(MakeWeightByKey, shares_out_behind_what_bounding_leaves) {
  for (const std::uint64_t groups : {1U, 2U, 5U, 20U}) {
    WeightByKey weights{.group = "ward", .groups = groups, .weight = 90, .seed = 3};
    TableValues rows = many_rows(700, 30, 9);
    const auto kept = of(weigh<std::string>(weights, by_name), rows);
    std::sort(rows.begin(), rows.end());
    weights.in_order_of_ids = true;
    EXPECT_EQ(of(weigh<std::string>(weights, by_name), rows), kept) << groups;
  }
}

TEST(MakeWeightByKey, gives_rows_their_weights_in_any_order_and_in_their_own) {
  const TableValues rows = many_rows(300, 5, 2);
  TableRows table = test::rows_of(by_name.all_columns().columns(), rows);
  const std::vector<TableColumn> columns = {{"ward", RowKind::text, false},
                                            {"weight", RowKind::integer, false}};
  std::map<std::string, std::uint64_t> sums;
  const WeightByKey weights{.group = "ward", .groups = 5, .weight = 64};
  weighed_rows(by_name, weights, true).for_each_result(table.batch(), [&](const Batch& block) {
    for (const auto& each : test::values_of(block, columns)) {
      sums[std::get<std::string>(each[0])] +=
          static_cast<std::uint64_t>(std::get<std::int64_t>(each[1]));
    }
  });
  const auto expected = by_definition(rows, 64);
  ASSERT_EQ(sums.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(sums[expected.keys[i]], expected.counts[i]);
  }
}

TEST(MakeWeightByKey, merges_to_the_same_weights) {
  const auto weights = weigh<std::string>({.group = "ward", .groups = 3, .weight = 31}, by_name);
  const TableValues rows = many_rows(40, 8, 5);
  const auto expected = of(weights, rows);
  for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, rows.size() / 2, rows.size()}) {
    auto first = weights.start({0, 2});
    auto second = weights.start({1, 2});
    TableValues head(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(cut));
    TableValues tail(rows.begin() + static_cast<std::ptrdiff_t>(cut), rows.end());
    TableRows of_head = test::rows_of(by_name.all_columns().columns(), head);
    TableRows of_tail = test::rows_of(by_name.all_columns().columns(), tail);
    first.update(of_head.batch());
    second.update(of_tail.batch());
    first.merge(std::move(second));
    EXPECT_EQ(std::move(first).finish(), expected);
  }
}

TEST(MakeWeightByKey, refuses_what_is_no_key_or_no_weight) {
  SCRIM_EXPECT_ERROR(weigh<std::int64_t>({.group = "ward"}), ErrorKind::mismatch,
                     "make_weight_by_key", "ward", "integers");
  SCRIM_EXPECT_ERROR(weigh<std::string>({.group = "weight"}), ErrorKind::mismatch, "texts");
  SCRIM_EXPECT_ERROR(weigh<std::string>({.group = "cost"}), ErrorKind::mismatch, "cost");
  SCRIM_EXPECT_ERROR(weigh<std::string>({.group = "id"}), ErrorKind::mismatch, "no column id");
  SCRIM_EXPECT_ERROR(weigh<std::string>({.group = "ward", .groups = 0}),
                     ErrorKind::invalid_argument, "0 groups");
  SCRIM_EXPECT_ERROR(weigh<std::string>({.group = "ward", .groups = 101, .weight = 10}),
                     ErrorKind::invalid_argument, "make_weight_by_key", "10 shared out among 101");
}

}  // namespace
}  // namespace scrim::make_weight_by_key_test
