#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "support/bounding_samples.hpp"
#include "support/distances/table_distances.hpp"
#include "support/error_of.hpp"
#include "support/table_values.hpp"

namespace scrim::bounding_in_order_test {
namespace {

using test::cell;
using test::missing_cell;
using test::TableRow;
using test::TableValues;
using test::bounding::bound;
using test::bounding::cost;
using test::bounding::fold_of;
using test::bounding::Kept;
using test::bounding::KeptRun;
using test::bounding::many_rows;
using test::bounding::sorted_by_id;

const BoundRows ordered{.rows = 2, .values = {"cost", "ward"}, .in_order_of_ids = true};

TEST(MakeBoundContributionsInOrder, an_id_after_a_larger_one_spends_the_run) {
  const Kept kept(bound(ordered));
  const auto row = [](test::TableCell who) {
    return TableRow{std::move(who), cell(1), cell("a"), cell(1.0), cell(2)};
  };
  const auto expect_refused = [&](const TableValues& first, const TableValues& second) {
    auto run = kept.run(first);
    const auto error = test::error_of([&] { kept.read(run, second); });
    EXPECT_TRUE(error.is_invoke_error);
    EXPECT_TRUE(error.mentions("order of persons"));
    SCRIM_EXPECT_ERROR(std::move(run).finish(), ErrorKind::misuse, "cut short");
  };
  expect_refused({}, {row(cell(2)), row(cell(1))});
  expect_refused({row(cell(2))}, {row(cell(1))});
  expect_refused({row(cell(0))}, {row(cell(-1))});
  expect_refused({row(cell(1)), row(cell(2))}, {row(cell(1))});
  expect_refused({row(cell(std::numeric_limits<std::int64_t>::max()))},
                 {row(cell(std::numeric_limits<std::int64_t>::min()))});
  EXPECT_EQ(kept.of({row(cell(1)), row(missing_cell), row(cell(1)), row(cell(2))}).size(), 3U)
      << "nobody's rows may come anywhere";
}

TEST(MakeBoundContributionsInOrder, orders_texts_byte_by_byte) {
  const PersonTableDomain domain({{"id", RowKind::text, true}}, TableDomain({cost}));
  const Kept kept(bound(BoundRows{.rows = 1, .values = {"cost"}, .in_order_of_ids = true}, domain));
  TableValues rows;
  for (const char* text : {"", "A", "a", "aa", "b", "\xc3\xa9", "\xff"}) {
    rows.push_back({cell(text), cell(1.0)});
  }
  EXPECT_EQ(kept.of(rows).size(), rows.size());
  std::swap(rows[1], rows[2]);
  EXPECT_THROW(static_cast<void>(kept.of(rows)), InvokeError);
}

/// In the order of ids, but each person's rows in any, and nobody's anywhere.
TableValues shuffled_within_persons(TableValues rows, std::mt19937_64& random) {
  std::shuffle(rows.begin(), rows.end(), random);
  rows = sorted_by_id(std::move(rows));
  TableValues mixed;
  TableValues nobodys;
  for (const TableRow& row : rows) (row[0] == missing_cell ? nobodys : mixed).push_back(row);
  for (const TableRow& row : nobodys) {
    const auto place = static_cast<std::ptrdiff_t>(random() % (mixed.size() + 1));
    mixed.insert(mixed.begin() + place, row);
  }
  return mixed;
}

TEST(MakeBoundContributionsInOrder, state_is_a_function_of_the_multiset_of_each_persons_rows) {
  std::mt19937_64 random(3);
  const auto expect_the_same_bytes = [&](auto bounds, const TableValues& rows) {
    bounds.in_order_of_ids = true;
    const Kept kept(bound(bounds));
    const auto bytes = kept.state_of(sorted_by_id(rows));
    for (int trial = 0; trial < 3; ++trial) {
      const TableValues mixed = shuffled_within_persons(rows, random);
      ASSERT_EQ(mixed.size(), rows.size());
      EXPECT_EQ(kept.state_of(mixed), bytes) << rows.size();
      auto run = kept.start();
      for (auto row = mixed.begin(); row != mixed.end();) {
        const auto length = std::min(
            mixed.end() - row, static_cast<std::ptrdiff_t>(1 + random() % (mixed.size() / 2 + 1)));
        kept.read(run, {row, row + length});
        row += length;
      }
      EXPECT_EQ(std::move(run).save(), bytes) << rows.size() << " in pieces";
    }
  };
  for (const TableValues& rows :
       {many_rows(0), many_rows(1), many_rows(2), many_rows(5, 2, 3), many_rows(300),
        many_rows(block_rows + 1, 6, 20),
        many_rows(9000, 7, 3)}) {  // so many of a person that they are gone through as they come
    expect_the_same_bytes(BoundRows{.rows = 2, .values = {"cost", "ward"}, .seed = 8}, rows);
    expect_the_same_bytes(BoundRows{.rows = 3, .values = {}}, rows);
    expect_the_same_bytes(
        BoundGroups{.group = "ward", .groups = 2, .rows = 2, .values = {"cost", "region"}}, rows);
  }
}

/// All ways to cut sorted rows of some persons into three runs, and all orders to merge them.
TEST(MakeBoundContributionsInOrder, merges_runs_that_no_person_has_rows_in_two_of) {
  const Kept kept(bound(ordered));
  TableValues rows;
  for (const int who : {1, 1, 1, 3, 4, 4, 4, 9}) {
    rows.push_back(
        {cell(who), cell(1), cell("a"), cell(1.0 * static_cast<double>(rows.size())), cell(2)});
  }
  const auto bytes = kept.state_of(rows);
  const auto part_of = [&](std::size_t from, std::size_t to, Part part) {
    return kept.run({rows.begin() + static_cast<std::ptrdiff_t>(from),
                     rows.begin() + static_cast<std::ptrdiff_t>(to)},
                    part);
  };
  const auto is_between = [&](std::size_t cut) {
    return cut == 0 || cut == rows.size() || rows[cut - 1][0] != rows[cut][0];
  };
  for (std::size_t i = 0; i <= rows.size(); ++i) {
    for (std::size_t j = i; j <= rows.size(); ++j) {
      std::array<std::size_t, 3> order{0, 1, 2};
      do {
        for (const bool is_saved : {false, true}) {
          std::vector<KeptRun> runs;
          runs.push_back(part_of(0, i, {0, 3}));
          runs.push_back(part_of(i, j, {1, 3}));
          runs.push_back(part_of(j, rows.size(), {2, 3}));
          if (is_saved) {
            for (auto& run : runs) run = kept.load(std::move(run).save());
          }
          auto& [first, second, third] = order;
          const auto merge_all = [&] {
            runs[first].merge(std::move(runs[second]));
            runs[first].merge(std::move(runs[third]));
          };
          if (is_between(i) && is_between(j)) {
            merge_all();
            EXPECT_EQ(std::move(runs[first]).save(), bytes) << i << " " << j;
          } else {
            SCRIM_EXPECT_ERROR(merge_all(), ErrorKind::misuse, "a person was split");
          }
        }
      } while (std::next_permutation(order.begin(), order.end()));
    }
  }
}

TEST(MakeBoundContributionsInOrder, refuses_ranges_within_each_other) {
  const Kept kept(bound(ordered));
  const auto row = [](int who) {
    return TableRow{cell(who), cell(1), cell("a"), cell(1.0), cell(2)};
  };
  // 5 may have rows in both, for all that the first tells: it read on from 1 to 9.
  auto outer = kept.run({row(1), row(9)}, {0, 2});
  auto inner = kept.run({row(5)}, {1, 2});
  SCRIM_EXPECT_ERROR(outer.merge(std::move(inner)), ErrorKind::misuse, "a person was split");
}

TEST(MakeBoundContributionsInOrder, reads_on_with_larger_ids_only) {
  const Kept kept(bound(ordered));
  const auto row = [](int who) {
    return TableRow{cell(who), cell(1), cell("a"), cell(1.0), cell(2)};
  };
  auto run = kept.load(kept.run({row(1), row(2)}).save());
  kept.read(run, {row(3)});
  EXPECT_EQ(std::move(run).save(), kept.state_of({row(1), row(2), row(3)}));
  auto again = kept.load(kept.run({row(1), row(2)}).save());
  EXPECT_THROW(kept.read(again, {row(2)}), InvokeError) << "2 was fed on already";
}

TEST(MakeBoundContributionsInOrder, is_read_on_one_thread) {
  const auto kept = bound(ordered);
  EXPECT_TRUE(fold_of(kept).accumulation().keeps_order());
  const TableValues rows = sorted_by_id(many_rows(2 * rows_per_thread + 5, 3, 2000));
  const Kept fold(kept);
  auto run = fold.start();
  fold.read(run, rows, {.threads = 3});
  BoundRows any = ordered;
  any.in_order_of_ids = false;
  EXPECT_EQ(std::move(run).finish(), Kept(bound(any)).of(rows));
}

}  // namespace
}  // namespace scrim::bounding_in_order_test
