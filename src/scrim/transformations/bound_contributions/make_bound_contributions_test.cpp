#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/core/thread_limits.hpp"
#include "scrim/spaces/space.hpp"
#include "support/distances/table_distances.hpp"
#include "support/error_of.hpp"
#include "support/table_values.hpp"

namespace scrim::make_bound_contributions_test {
namespace {

using test::cell;
using test::missing_cell;
using test::RowMultiset;
using test::TableRow;
using test::TableValues;

const TableColumn id{"id", RowKind::integer, true};
const TableColumn name{"name", RowKind::text, true};
const TableColumn region{"region", RowKind::integer, true};
const TableColumn ward{"ward", RowKind::text, true};
const TableColumn cost{"cost", RowKind::real, true};
const TableColumn age{"age", RowKind::integer, true};

const PersonTableDomain by_number({id}, TableDomain({region, ward, cost, age}));

template <class T>
auto columns_out(const T& transformation) {
  if constexpr (requires { transformation.output_domain().all_columns(); }) {
    return transformation.output_domain().all_columns();
  } else {
    return transformation.output_domain();
  }
}

/// What is kept, as a fold whose state tells all of it.
template <class T>
Fold<Batch, TableValues> fold_of(const T& bounding) {
  return chain_functions(bounding.function(),
                         make_fold<Batch>(RowMultiset(columns_out(bounding).columns())));
}

using KeptRun = scrim::Run<Batch, TableValues>;

template <class T>
class Kept {
 public:
  explicit Kept(const T& bounding)
      : domain_(bounding.input_domain()), fold_(make_bound_contributions_test::fold_of(bounding)) {}

  auto start(Part part = {}) const { return KeptRun(fold_, run_input(domain_), part); }
  auto load(const std::vector<std::byte>& bytes) const {
    return KeptRun::load(fold_, run_input(domain_), bytes);
  }
  void read(KeptRun& run, const TableValues& rows, ReadOptions options = {}) const {
    TableRows table = test::rows_of(domain_.all_columns().columns(), rows);
    run.update(table.batch(), options);
  }
  auto run(const TableValues& rows, Part part = {}) const {
    auto run = start(part);
    read(run, rows);
    return run;
  }
  TableValues of(const TableValues& rows) const { return run(rows).finish(); }
  std::vector<std::byte> state_of(const TableValues& rows) const { return run(rows).save(); }

 private:
  PersonTableDomain domain_;
  Fold<Batch, TableValues> fold_;
};
template <class T>
Kept(const T&) -> Kept<T>;

auto bound(BoundRows bounds, const PersonTableDomain& domain = by_number) {
  return make_bound_contributions(domain, PersonDistance{}, bounds);
}
auto bound(BoundGroups bounds, const PersonTableDomain& domain = by_number) {
  return make_bound_contributions(domain, PersonDistance{}, bounds);
}

/// Persons in any order, with rows of many kinds, some without a group, some nobody's.
TableValues many_rows(std::size_t size, std::uint64_t seed = 1, std::size_t persons = 50) {
  std::mt19937_64 random(seed);
  const std::vector<test::TableCell> costs = {cell(0.0),
                                              cell(-0.0),
                                              cell(1.5),
                                              missing_cell,
                                              cell(std::numeric_limits<double>::quiet_NaN()),
                                              cell(-1e300)};
  const std::vector<test::TableCell> wards = {cell(""), cell("a"), cell("north-west of the river"),
                                              missing_cell};
  TableValues rows;
  for (std::size_t i = 0; i < size; ++i) {
    const auto person = static_cast<std::int64_t>(random() % persons);
    rows.push_back({person == 0 ? missing_cell : cell(person - 25),
                    random() % 9 == 0 ? missing_cell : cell(static_cast<int>(random() % 5)),
                    wards[random() % wards.size()], costs[random() % costs.size()],
                    random() % 3 == 0 ? missing_cell : cell(static_cast<int>(random() % 7))});
  }
  return rows;
}

TableValues sorted_by_id(TableValues rows) {
  std::sort(rows.begin(), rows.end(),
            [](const TableRow& a, const TableRow& b) { return a[0] < b[0]; });
  return rows;
}

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

// --- in the order of ids ---

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
}  // namespace scrim::make_bound_contributions_test
