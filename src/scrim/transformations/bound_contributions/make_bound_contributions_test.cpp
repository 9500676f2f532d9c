#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/core/thread_limits.hpp"
#include "support/bounding_samples.hpp"
#include "support/distances/table_distances.hpp"
#include "support/error_of.hpp"
#include "support/table_values.hpp"

namespace scrim::make_bound_contributions_test {
namespace {

using test::cell;
using test::missing_cell;
using test::TableRow;
using test::TableValues;
using test::bounding::bound;
using test::bounding::cost;
using test::bounding::Kept;
using test::bounding::many_rows;
using test::bounding::ward;

TEST(MakeBoundContributions, says_what_comes_out_and_what_it_costs) {
  const auto rows = bound(BoundRows{.rows = 3, .values = {"cost", "ward"}});
  EXPECT_EQ(rows.output_domain(), TableDomain({cost, ward}));
  EXPECT_EQ(rows.map(0), 0U);
  EXPECT_EQ(rows.map(2), 6U);
  const auto groups =
      bound(BoundGroups{.group = "region", .groups = 2, .rows = 3, .values = {"cost"}});
  EXPECT_EQ(groups.output_domain(),
            GroupedTableDomain({"region", RowKind::integer, false}, TableDomain({cost})));
  EXPECT_EQ(groups.map(0), KeyedChange());
  EXPECT_EQ(groups.map(1), KeyedChange(2, 6, 3));
  EXPECT_EQ(groups.map(5), KeyedChange(10, 30, 15));
}

TEST(MakeBoundContributions, says_where_a_distance_overflows) {
  SCRIM_EXPECT_ERROR(bound(BoundRows{.rows = 1U << 31}).map(2), ErrorKind::overflow,
                     "person_distance", "symmetric_distance", "d_in = 2");
  constexpr std::uint64_t large = std::uint64_t{1} << 63;
  SCRIM_EXPECT_ERROR(bound(BoundGroups{.group = "region", .groups = large, .rows = 1}).map(2),
                     ErrorKind::overflow, "person_distance", "grouped_distance");
  SCRIM_EXPECT_ERROR(bound(BoundGroups{.group = "region", .groups = 1, .rows = large}).map(2),
                     ErrorKind::overflow, "person_distance");
  SCRIM_EXPECT_ERROR(
      bound(BoundGroups{.group = "region", .groups = 1U << 31, .rows = large / 4}).map(8),
      ErrorKind::overflow, "person_distance");
}

TEST(MakeBoundContributions, refuses_what_it_cannot_bound) {
  SCRIM_EXPECT_ERROR(bound(BoundRows{.rows = 0}), ErrorKind::invalid_argument, "0 rows");
  SCRIM_EXPECT_ERROR(bound(BoundGroups{.group = "region", .groups = 0}),
                     ErrorKind::invalid_argument, "0 groups");
  SCRIM_EXPECT_ERROR(bound(BoundGroups{.group = "region", .rows = 0}), ErrorKind::invalid_argument,
                     "0 rows");
  SCRIM_EXPECT_ERROR(bound(BoundRows{.values = {"id"}}), ErrorKind::mismatch,
                     "there is no column id", "region, ward, cost, age");
  SCRIM_EXPECT_ERROR(bound(BoundGroups{.group = "id"}), ErrorKind::mismatch,
                     "there is no column id");
  SCRIM_EXPECT_ERROR(bound(BoundGroups{.group = "cost"}), ErrorKind::mismatch, "cost");
  EXPECT_THROW(bound(BoundRows{.values = {"cost", "cost"}}), Error);
  EXPECT_THROW(bound(BoundGroups{.group = "ward", .values = {"ward"}}), Error);
}

TEST(MakeBoundContributions, keeps_as_many_rows_as_there_are_up_to_the_bound) {
  const TableValues rows = many_rows(3000);
  for (const std::uint32_t most : {1U, 2U, 7U, 10000U}) {
    const auto kept =
        Kept(bound(BoundRows{.rows = most, .values = {"ward", "cost", "age"}})).of(rows);
    std::map<test::TableCell, std::size_t> of_person;
    std::map<TableRow, std::int64_t> left;
    for (const TableRow& row : rows) {
      if (row[0] == missing_cell) continue;
      ++of_person[row[0]];
      ++left[test::canonical(TableRow{row[2], row[3], row[4]})];
    }
    std::size_t expected = 0;
    for (const auto& [person, count] : of_person) expected += std::min<std::size_t>(count, most);
    EXPECT_EQ(kept.size(), expected) << most;
    for (const TableRow& row : kept) EXPECT_GE(--left[row], 0) << "a row that nobody has";
  }
}

TEST(MakeBoundContributions, keeps_the_bounds_in_groups) {
  const TableValues rows = many_rows(2000);
  for (const auto& [most_groups, most] :
       {std::pair<std::uint64_t, std::uint64_t>{1, 1}, {2, 3}, {4, 1}, {100, 2}, {1, 100}}) {
    // One person at a time: what is kept is the union over persons.
    std::map<test::TableCell, TableValues> of_person;
    for (const TableRow& row : rows) {
      if (row[0] != missing_cell) of_person[row[0]].push_back(row);
    }
    const Kept kept(bound(BoundGroups{.group = "region",
                                      .groups = most_groups,
                                      .rows = most,
                                      .values = {"cost", "age"},
                                      .seed = 5}));
    TableValues all;
    for (const auto& [person, theirs] : of_person) {
      std::map<test::TableCell, std::size_t> in_group;
      for (const TableRow& row : theirs) in_group[row[1]] += row[1] == missing_cell ? 0 : 1;
      in_group.erase(missing_cell);
      std::map<test::TableCell, std::size_t> kept_in_group;
      const TableValues kept_rows = kept.of(theirs);
      for (const TableRow& row : kept_rows) ++kept_in_group[row[0]];
      EXPECT_EQ(kept_in_group.size(), std::min<std::size_t>(most_groups, in_group.size()));
      for (const auto& [group, count] : kept_in_group) {
        EXPECT_EQ(count, std::min<std::size_t>(most, in_group[group]));
      }
      all.insert(all.end(), kept_rows.begin(), kept_rows.end());
    }
    std::sort(all.begin(), all.end());
    EXPECT_EQ(kept.of(rows), all);
  }
}

/// That rows are the least of an order that each pair of them shows.
TEST(MakeBoundContributions, keeps_the_least_rows_of_one_order) {
  TableValues different;
  for (int i = 0; i < 7; ++i)
    different.push_back({cell(1), cell(0), cell("w"), cell(0.5 * i), cell(i % 2)});
  const auto least = [&](const TableValues& rows, std::uint32_t most) {
    return Kept(bound(BoundRows{.rows = most, .values = {"cost"}, .seed = 9})).of(rows);
  };
  for (unsigned subset = 1; subset < 128; ++subset) {
    TableValues rows;
    for (unsigned i = 0; i < 7; ++i) {
      if ((subset >> i & 1U) != 0) rows.push_back(different[i]);
    }
    std::sort(rows.begin(), rows.end(), [&](const TableRow& a, const TableRow& b) {
      return a != b && least({a, b}, 1) == TableValues{{a[3]}};
    });
    for (std::uint32_t most = 1; most <= 3; ++most) {
      TableValues expected;
      for (std::size_t i = 0; i < std::min<std::size_t>(most, rows.size()); ++i) {
        expected.push_back({rows[i][3]});
      }
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(least(rows, most), expected);
    }
  }
}

/// Small bounds are kept in another way than large ones: whatever the way, the order is one.
TEST(MakeBoundContributions, keeps_what_it_kept_when_bounds_grow) {
  TableValues rows;
  std::mt19937_64 random(2);
  for (int i = 0; i < 200; ++i) {
    rows.push_back({cell(1), cell(static_cast<int>(random() % 25)), cell("w"),
                    cell(static_cast<double>(random() % 90)), cell(1)});
  }
  const auto expect_growing = [&](const auto& bounds_of, std::uint32_t most) {
    TableValues last;
    for (std::uint32_t bound_of_each = 1; bound_of_each <= most; ++bound_of_each) {
      const auto kept = Kept(bound(bounds_of(bound_of_each))).of(rows);
      EXPECT_TRUE(std::includes(kept.begin(), kept.end(), last.begin(), last.end()))
          << bound_of_each;
      last = kept;
    }
  };
  expect_growing([](std::uint32_t r) { return BoundRows{.rows = r, .values = {"cost"}}; }, 20);
  expect_growing(
      [](std::uint32_t g) {
        return BoundGroups{.group = "region", .groups = g, .rows = 2, .values = {"cost"}};
      },
      20);
  expect_growing(
      [](std::uint32_t r) {
        return BoundGroups{.group = "region", .groups = 3, .rows = r, .values = {"cost"}};
      },
      20);
}

TEST(MakeBoundContributions, looks_at_the_columns_that_are_kept_and_no_others) {
  const Kept kept(bound(BoundRows{.rows = 1, .values = {"cost"}}));
  const TableValues rows = {{cell(1), cell(1), cell("x"), cell(1.0), cell(3)},
                            {cell(1), cell(2), cell("y"), cell(2.0), missing_cell}};
  TableValues others = rows;
  std::swap(others[0][1], others[1][1]);
  std::swap(others[0][2], others[1][2]);
  others[1][4] = cell(8);
  EXPECT_EQ(kept.state_of(rows), kept.state_of(others));
}

TEST(MakeBoundContributions, does_not_tell_zeros_or_missing_cells_apart) {
  const Kept kept(bound(BoundRows{.rows = 2, .values = {"cost"}, .seed = 3}));
  const auto table = [](const std::vector<test::TableCell>& costs) {
    TableValues rows;
    for (const auto& each : costs) rows.push_back({cell(1), cell(1), cell(""), each, cell(1)});
    return rows;
  };
  const auto nan = cell(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(kept.state_of(table({cell(-0.0), nan, cell(3.0), cell(4.0)})),
            kept.state_of(table({cell(0.0), missing_cell, cell(3.0), cell(4.0)})));
}

TEST(MakeBoundContributions, another_seed_keeps_others) {
  TableValues rows;
  for (int i = 0; i < 100; ++i)
    rows.push_back({cell(1), cell(1), cell(""), cell(1.0 * i), cell(1)});
  std::set<TableValues> kept;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    kept.insert(Kept(bound(BoundRows{.rows = 1, .values = {"cost"}, .seed = seed})).of(rows));
  }
  EXPECT_GT(kept.size(), 10U);
}

TEST(MakeBoundContributions, keeps_other_groups_and_rows_of_other_persons) {
  // All have the same rows: were the hash blind to who they are, the same would stay of everyone.
  TableValues rows;
  for (int person = 0; person < 1000; ++person) {
    for (int at = 0; at < 2; ++at) {
      rows.push_back({cell(person), cell(at), cell(at == 0 ? "a" : "b"), cell(1.0 * at), cell(1)});
    }
  }
  const auto first_of = [](const TableValues& kept, const test::TableCell& first) {
    return std::count_if(kept.begin(), kept.end(),
                         [&](const TableRow& row) { return row.front() == first; });
  };
  const auto expect_half = [&](const TableValues& kept, const test::TableCell& first) {
    ASSERT_EQ(kept.size(), 1000U);
    EXPECT_GT(first_of(kept, first), 400);
    EXPECT_LT(first_of(kept, first), 600);
  };
  expect_half(Kept(bound(BoundRows{.rows = 1, .values = {"cost"}})).of(rows), cell(0.0));
  expect_half(Kept(bound(BoundGroups{.group = "region", .values = {"cost"}})).of(rows), cell(0));
  expect_half(Kept(bound(BoundGroups{.group = "ward", .values = {"cost"}})).of(rows), cell("a"));
}

}  // namespace
}  // namespace scrim::make_bound_contributions_test
