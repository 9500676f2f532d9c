#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/bounding_samples.hpp"
#include "support/distances/table_distances.hpp"
#include "support/error_of.hpp"
#include "support/table_values.hpp"

namespace scrim::bounding_states_test {
namespace {

using test::cell;
using test::missing_cell;
using test::TableRow;
using test::TableValues;
using test::bounding::bound;
using test::bounding::by_number;
using test::bounding::cost;
using test::bounding::fold_of;
using test::bounding::id;
using test::bounding::Kept;
using test::bounding::KeptRun;
using test::bounding::many_rows;
using test::bounding::name;
using test::bounding::sorted_by_id;
using test::bounding::ward;

TEST(MakeBoundContributions, both_forms_give_one_state_to_what_is_behind) {
  for (const std::size_t size :
       {0UL, 1UL, 2UL, block_rows - 1, block_rows, block_rows + 1, 3 * block_rows + 17}) {
    const TableValues rows = many_rows(size, size);
    const TableValues sorted = sorted_by_id(rows);
    const auto expect_equal = [&](auto bounds) {
      const auto any = Kept(bound(bounds)).of(rows);
      bounds.in_order_of_ids = true;
      const Kept in_order(bound(bounds));
      EXPECT_EQ(in_order.of(sorted), any) << size;
      // Cut into blocks of any length.
      for (const std::size_t length : {1UL, 7UL, 1000UL}) {
        if (length == 1 && size > block_rows) continue;
        auto run = in_order.start();
        for (std::size_t i = 0; i < sorted.size(); i += length) {
          const auto end = std::min(sorted.size(), i + length);
          in_order.read(run, {sorted.begin() + static_cast<std::ptrdiff_t>(i),
                              sorted.begin() + static_cast<std::ptrdiff_t>(end)});
        }
        EXPECT_EQ(std::move(run).finish(), any) << size << " in pieces of " << length;
      }
    };
    expect_equal(BoundRows{.rows = 2, .values = {"ward", "cost", "age"}, .seed = 8});
    expect_equal(BoundRows{.rows = 3, .values = {}});
    expect_equal(BoundGroups{.group = "region", .groups = 2, .rows = 2, .values = {"ward", "age"}});
    expect_equal(BoundGroups{.group = "ward", .groups = 1, .rows = 5, .values = {"cost"}});
  }
}

TEST(MakeBoundContributions, state_in_memory_is_a_function_of_the_multiset) {
  const auto bounds =
      BoundGroups{.group = "ward", .groups = 2, .rows = 2, .values = {"cost", "region"}, .seed = 1};
  const Kept kept(bound(bounds));
  for (const std::size_t size : {0UL, 1UL, 5UL, 3000UL}) {
    TableValues rows = many_rows(size, 7, 20);
    const auto bytes = kept.state_of(rows);
    std::mt19937_64 random(size);
    for (int trial = 0; trial < 5; ++trial) {
      std::shuffle(rows.begin(), rows.end(), random);
      constexpr std::size_t count = 3;
      std::array<TableValues, count> shares;
      for (const TableRow& row : rows) shares[random() % count].push_back(row);
      std::vector<KeptRun> runs;
      for (std::size_t i = 0; i < count; ++i) {
        runs.push_back(kept.run(shares[i], {.index = i, .count = count}));
        if (trial % 2 == 0) runs.back() = kept.load(std::move(runs.back()).save());
      }
      std::shuffle(runs.begin(), runs.end(), random);
      runs[1].merge(std::move(runs[2]));
      runs[0].merge(std::move(runs[1]));
      EXPECT_EQ(std::move(runs[0]).save(), bytes) << size;
    }
    EXPECT_EQ(kept.load(bytes).save(), bytes);
    EXPECT_EQ(kept.load(bytes).finish(), kept.of(rows));
  }
}

/// State, and what is made of it, whatever the number of threads.
template <class T>
void expect_the_same_on_threads(const T& bounding, const TableValues& rows) {
  const Kept kept(bounding);
  const auto bytes = kept.state_of(rows);
  const TableValues expected = kept.of(rows);
  for (const std::size_t threads : {2U, 3U}) {
    const auto read = [&] {
      auto run = kept.start();
      kept.read(run, rows, {.threads = threads});
      return run;
    };
    EXPECT_EQ(read().save(), bytes) << threads;
    EXPECT_EQ(read().finish(), expected) << threads;
  }
}

TEST(MakeBoundContributions, is_the_same_on_threads) {
  const TableValues rows = many_rows(3 * rows_per_thread + 5, 3, 2000);
  expect_the_same_on_threads(
      bound(BoundGroups{.group = "region", .groups = 2, .rows = 2, .values = {"ward", "cost"}}),
      rows);
  expect_the_same_on_threads(bound(BoundRows{.rows = 3, .values = {"region", "ward", "cost"}}),
                             rows);
}

TEST(MakeBoundContributions, is_the_same_where_few_persons_have_many_rows) {
  // So many that what they have is gone through again and again while rows come in.
  TableValues rows = many_rows(200'000, 11, 3);
  const TableValues others = many_rows(1000, 12, 400);
  rows.insert(rows.end(), others.begin(), others.end());
  const auto expect_equal = [&](auto bounds) {
    const auto any = Kept(bound(bounds)).of(rows);
    bounds.in_order_of_ids = true;
    EXPECT_EQ(Kept(bound(bounds)).of(sorted_by_id(rows)), any);
  };
  expect_equal(BoundRows{.rows = 3, .values = {"region", "ward", "cost"}});
  expect_equal(BoundRows{.rows = 17, .values = {"age", "cost"}});
  expect_equal(BoundGroups{.group = "ward", .groups = 2, .rows = 2, .values = {"cost", "age"}});
}

TEST(MakeBoundContributions, is_the_same_where_threads_are_fed_what_is_kept) {
  // So many rows stay that they are fed on two threads.
  expect_the_same_on_threads(bound(BoundRows{.rows = 16, .values = {"cost"}}),
                             many_rows(2 * rows_per_thread + 1000, 5, 100'000));
}

TEST(MakeBoundContributions, reads_on_when_states_of_threads_were_taken_over) {
  const Kept kept(bound(BoundRows{.rows = 2, .values = {"ward", "cost"}}));
  const TableValues rows = many_rows(2 * rows_per_thread, 7, 300);
  const TableValues more = many_rows(2 * rows_per_thread + 1, 8, 300);
  TableValues all = rows;
  all.insert(all.end(), more.begin(), more.end());
  auto run = kept.start({.index = 0, .count = 2});
  kept.read(run, rows, {.threads = 2});
  kept.read(run, more, {.threads = 2});
  auto other = kept.start({.index = 1, .count = 2});
  run.merge(std::move(other));
  EXPECT_EQ(std::move(run).save(), kept.state_of(all));
}

TEST(MakeBoundContributions, is_the_same_on_threads_where_ids_are_texts) {
  const PersonTableDomain domain({name, id}, TableDomain({ward, cost}));
  TableValues rows;
  for (std::size_t i = 0; i < 2 * rows_per_thread + 3; ++i) {
    const auto person = static_cast<int>(i * 2654435761 % 501);
    rows.push_back(
        {person == 0 ? missing_cell
                     : cell(std::string(static_cast<std::size_t>(person % 20), 'x').c_str()),
         cell(person), i % 7 == 0 ? missing_cell : cell(std::to_string(i % 1009).c_str()),
         cell(0.5 * person)});
  }
  const Kept kept(bound(BoundRows{.rows = 2, .values = {"ward", "cost"}}, domain));
  const auto bytes = kept.state_of(rows);
  auto run = kept.start();
  kept.read(run, rows, {.threads = 2});
  EXPECT_EQ(std::move(run).save(), bytes);
}

// A hash table of persons, or of texts, that took one hash for one person would keep too few.
TEST(MakeBoundContributions, tells_ids_apart_exactly) {
  using Limits = std::numeric_limits<std::int64_t>;
  TableValues rows;
  for (const std::int64_t each :
       {Limits::min(), Limits::min() + 1, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1},
        Limits::max() - 1, Limits::max()}) {
    rows.push_back({cell(each), cell(1), cell(""), cell(1.0), cell(1)});
  }
  for (int i = 0; i < 70'000; ++i) {
    rows.push_back({cell((std::int64_t{i} + 7) << 40), cell(1), cell(""), cell(1.0), cell(1)});
  }
  BoundRows bounds{.rows = 1, .values = {"cost"}};
  EXPECT_EQ(Kept(bound(bounds)).of(rows).size(), rows.size());
  bounds.in_order_of_ids = true;
  EXPECT_EQ(Kept(bound(bounds)).of(sorted_by_id(rows)).size(), rows.size());
}

const PersonTableDomain by_texts({name, id, {"other", RowKind::text, false}}, TableDomain({cost}));

TEST(MakeBoundContributions, tells_several_ids_apart_however_they_run_together) {
  TableValues rows;
  const std::vector<test::TableCell> texts = {cell(""),  cell("a"),    cell("aa"),  cell("ab"),
                                              cell("b"), cell("\xff"), missing_cell};
  for (const auto& first : texts) {
    for (const auto& number : {cell(-1), cell(0), cell(1), missing_cell}) {
      for (const auto& other : {cell(""), cell("a"), cell("aa"), cell("b")}) {
        for (int i = 0; i < 3; ++i) rows.push_back({first, number, other, cell(0.5 * i)});
      }
    }
  }
  BoundRows bounds{.rows = 2, .values = {"cost"}};
  const auto kept = Kept(bound(bounds, by_texts)).of(rows);
  EXPECT_EQ(kept.size(), 2U * 6 * 3 * 4) << "rows without one of the ids are left out";
  bounds.in_order_of_ids = true;
  std::sort(rows.begin(), rows.end());
  EXPECT_EQ(Kept(bound(bounds, by_texts)).of(rows), kept);
}

/// A batch with one id column of some type, and a cost of 1 for each row.
class IdBatch {
 public:
  IdBatch(Column ids, ColumnType type, bool is_dictionary = false) : costs_(ids.rows, 1.0) {
    Column costs;
    costs.type = ColumnType::float64;
    costs.rows = costs_.size();
    costs.values = reinterpret_cast<const std::byte*>(costs_.data());
    costs.stride = sizeof(double);
    fields_ = {{"id", type, is_dictionary, true}, {"cost", ColumnType::float64, false, true}};
    columns_ = {ids, costs};
  }
  Batch batch() const { return Batch(fields_, columns_); }

 private:
  std::vector<double> costs_;
  std::vector<Field> fields_;
  std::vector<Column> columns_;
};

template <class T>
Column column_of(const std::vector<T>& values, ColumnType type) {
  Column column;
  column.type = type;
  column.rows = values.size();
  column.values = reinterpret_cast<const std::byte*>(values.data());
  column.stride = sizeof(T);
  return column;
}

TEST(MakeBoundContributions, compares_unsigned_ids_exactly_and_in_their_order) {
  const PersonTableDomain domain({id}, TableDomain({cost}));
  constexpr std::uint64_t top = std::numeric_limits<std::uint64_t>::max();
  const std::vector<std::uint64_t> ids = {0, 1, top / 2, top / 2, top / 2 + 1, top - 1, top, top};
  const IdBatch batch(column_of(ids, ColumnType::uint64), ColumnType::uint64);
  for (const bool in_order : {false, true}) {
    const Kept kept(
        bound(BoundRows{.rows = 1, .values = {"cost"}, .in_order_of_ids = in_order}, domain));
    auto run = kept.start();
    run.update(batch.batch());
    EXPECT_EQ(std::move(run).finish().size(), 6U);
    // -1 and 2^64 - 1 have one word: both types in one run are refused, whatever the ids.
    auto mixed = kept.start();
    mixed.update(batch.batch());
    const std::vector<std::int64_t> others = {5};
    const IdBatch other(column_of(others, ColumnType::int64), ColumnType::int64);
    SCRIM_EXPECT_ERROR(mixed.update(other.batch()), ErrorKind::misuse, "uint64");
    auto first = kept.start({0, 2});
    first.update(batch.batch());
    auto second = kept.start({1, 2});
    second.update(other.batch());
    SCRIM_EXPECT_ERROR(first.merge(std::move(second)), ErrorKind::misuse, "uint64");
  }
}

TEST(MakeBoundContributions, takes_texts_out_of_dictionaries) {
  const PersonTableDomain domain({{"id", RowKind::text, true}}, TableDomain({cost}));
  const TextDictionary first({"b", "a", std::string_view(), ""});
  const TextDictionary second({"", "c", "a"});
  const std::vector<std::int8_t> codes = {0, 1, 2, 3, 0, 9};
  const std::vector<std::int8_t> more = {2, 1, 0, 1};
  const auto batch_of = [](const std::vector<std::int8_t>& rows, const TextDictionary& texts) {
    Column column = column_of(rows, ColumnType::int8);
    column.dictionary = &texts;
    return IdBatch(column, ColumnType::int8, true);
  };
  const Kept kept(bound(BoundRows{.rows = 1, .values = {"cost"}}, domain));
  auto run = kept.start();
  run.update(batch_of(codes, first).batch());
  run.update(batch_of(more, second).batch());
  EXPECT_EQ(std::move(run).finish().size(), 4U) << "b, a, the empty text, and c";
  const std::vector<std::int8_t> sorted = {3, 1, 1, 0, 2};
  const Kept in_order(
      bound(BoundRows{.rows = 1, .values = {"cost"}, .in_order_of_ids = true}, domain));
  auto ordered = in_order.start();
  ordered.update(batch_of(sorted, first).batch());
  EXPECT_EQ(std::move(ordered).finish().size(), 3U);
}

TEST(MakeBoundContributions, of_one_person_with_rows_that_are_all_equal) {
  for (const std::size_t size : {1UL, 5UL, block_rows + 1, 10 * block_rows}) {
    const TableValues rows(size, TableRow{cell(4), cell(1), cell("a"), cell(1.0), cell(2)});
    for (const bool in_order : {false, true}) {
      EXPECT_EQ(Kept(bound(BoundRows{.rows = 5, .values = {"ward"}, .in_order_of_ids = in_order}))
                    .of(rows),
                TableValues(std::min<std::size_t>(5, size), {cell("a")}));
    }
  }
}

TEST(MakeBoundContributions, forgets_texts_that_are_not_kept) {
  TableValues rows;
  for (int i = 0; i < 70'000; ++i) {
    rows.push_back(
        {cell(i / 50'000), cell(1), cell(std::to_string(i).c_str()), cell(1.0), cell(1)});
  }
  BoundRows bounds{.rows = 3, .values = {"ward"}};
  const Kept kept(bound(bounds));
  auto pieces = kept.start();
  for (std::size_t i = 0; i < rows.size(); i += 10'000) {
    kept.read(pieces, {rows.begin() + static_cast<std::ptrdiff_t>(i),
                       rows.begin() + static_cast<std::ptrdiff_t>(i + 10'000)});
  }
  const auto expected = std::move(pieces).finish();
  EXPECT_EQ(expected.size(), 6U);
  bounds.in_order_of_ids = true;
  EXPECT_EQ(Kept(bound(bounds)).of(rows), expected);
}

TEST(MakeBoundContributions, gives_what_keeps_order_the_same_rows_in_the_same_order) {
  const TableValues rows = many_rows(500);
  BoundRows bounds{.rows = 4, .values = {"ward", "cost"}};
  const auto table = [&](const auto& bounding, const TableValues& values) {
    TableRows input = test::rows_of(by_number.all_columns().columns(), values);
    TableRows output = bounding.invoke(input.batch());
    EXPECT_TRUE(bounding.output_domain().contains(output));
    return test::values_of(output.batch(), bounding.output_domain().columns());
  };
  const auto expected = table(bound(bounds), rows);
  TableValues shuffled = rows;
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937_64(4));
  EXPECT_EQ(table(bound(bounds), shuffled), expected);
  bounds.in_order_of_ids = true;
  EXPECT_EQ(table(bound(bounds), sorted_by_id(rows)), expected);
}

TEST(MakeBoundContributions, serves_several_folds_by_one_state) {
  const auto rows = bound(BoundRows{.rows = 2, .values = {"cost"}});
  const auto one = fold_of(rows);
  const auto other = fold_of(rows);
  EXPECT_TRUE(one.accumulation().gathers_as(other.accumulation()));
  const auto more = fold_of(bound(BoundRows{.rows = 3, .values = {"cost"}}));
  EXPECT_FALSE(one.accumulation().gathers_as(more.accumulation()));
  EXPECT_FALSE(one.accumulation().gathers_as(
      fold_of(bound(BoundRows{.rows = 2, .values = {"cost"}, .seed = 1})).accumulation()));
  EXPECT_FALSE(one.accumulation().gathers_as(
      fold_of(bound(BoundRows{.rows = 2, .values = {"cost"}, .in_order_of_ids = true}))
          .accumulation()));
}

TEST(MakeBoundContributions, refuses_bytes_that_no_state_saves) {
  const Kept kept(bound(BoundRows{.rows = 1, .values = {"cost", "age", "ward"}}));
  const auto bytes = kept.state_of(many_rows(20));
  for (std::size_t length = 0; length < bytes.size(); length += 3) {
    EXPECT_THROW(static_cast<void>(kept.load(
                     {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)})),
                 InvokeError);
  }
}

}  // namespace
}  // namespace scrim::bounding_states_test
