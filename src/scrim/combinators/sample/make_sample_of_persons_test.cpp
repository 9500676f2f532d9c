// Samples of persons: all rows of a person have one coin, wherever they come.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "scrim/combinators/composition/make_composition.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/combinators/parallel/make_parallel.hpp"
#include "scrim/combinators/sample/make_sample.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/core/thread_limits.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count/make_count.hpp"
#include "scrim/transformations/filter/make_filter.hpp"
#include "scrim/transformations/person_totals/make_person_totals.hpp"
#include "scrim/transformations/select_column/select_table_column.hpp"
#include "scrim/transformations/sum/make_sum.hpp"
#include "support/error_of.hpp"
#include "support/person_tables.hpp"

namespace scrim::make_sample_of_persons_test {
namespace {

using test::cell;
using test::missing_cell;
using test::persons_in;
using test::release_from;
using test::TableRow;
using test::TableValues;
using test::telling;

/// So little noise that none is ever drawn.
constexpr double no_noise = 0x1p-20;

const TableColumn number{"id", RowKind::integer, true};
const TableColumn text{"name", RowKind::text, true};
const TableColumn visit{"visit", RowKind::integer, false};
const PersonTableDomain visits({number}, TableDomain({visit}));

/// True if those of the sample are whole persons of the rows.
bool are_whole_persons(const PersonTableDomain& domain, const TableValues& rows,
                       const TableValues& sample) {
  const auto all = persons_in(domain, rows);
  std::size_t whole = 0;
  for (const auto& [person, list] : persons_in(domain, sample)) {
    const auto found = all.find(person);
    if (found == all.end() || found->second != list) return false;
    whole += list.size();
  }
  return whole == sample.size();  // nobody's rows are in none
}

/// `rows` rows of each person, shuffled together.
TableValues rows_of_persons(const std::vector<TableRow>& persons, std::size_t rows,
                            std::uint64_t seed = 1) {
  TableValues all;
  for (const TableRow& person : persons) {
    for (std::size_t i = 0; i < rows; ++i) {
      all.push_back(person);
      all.back().push_back(cell(static_cast<std::int64_t>(i % 4)));
    }
  }
  std::shuffle(all.begin(), all.end(), std::mt19937_64(seed));
  return all;
}

std::vector<TableRow> numbered(std::size_t persons) {
  std::vector<TableRow> ids;
  for (std::size_t i = 0; i < persons; ++i) ids.push_back({cell(static_cast<std::int64_t>(i) - 3)});
  return ids;
}

/// A noisy count of rows of which each person has at most so many.
auto noisy_count(double scale, std::uint32_t rows, bool in_order = false) {
  return Space{visits, PersonDistance{}} >>
         then_bound_contributions(
             BoundRows{.rows = rows, .values = {"visit"}, .in_order_of_ids = in_order}) >>
         then_select_column<std::int64_t>("visit") >> then_count() >>
         then_laplace(MaxDivergence{}, {.scale = scale});
}

// --- the price

TEST(SampleOfPersons, costs_what_one_person_does_and_then_goes_by_steps) {
  const auto count = noisy_count(7.0, 3);
  for (const double rate : {0x1p-20, 0.1, 1.0 / 3.0}) {
    const auto sampled = make_sample(count, rate);
    const double one = amplified_loss(count.map(1), rate);
    EXPECT_EQ(sampled.map(0), 0.0);
    EXPECT_EQ(sampled.map(1), one);
    EXPECT_EQ(sampled.map(2), loss_of_steps(one, 2));
    EXPECT_EQ(sampled.map(4), loss_of_steps(one, 4));
    EXPECT_EQ(sampled.privacy_map().backward(loss_of_steps(one, 3)), 3U);
  }
  EXPECT_NEAR(make_sample(count, Fraction{1, 10}).map(1), std::log1p(0.1 * std::expm1(3.0 / 7.0)),
              1e-15);
  EXPECT_EQ(make_sample(count, 1.0).map(5), count.map(5));
  EXPECT_EQ(make_sample(count, 0.0).map(5), 0.0);
}

TEST(SampleOfPersons, is_another_sample_than_one_of_their_bounded_rows) {
  // Behind the bounding it is rows that are taken, each by itself: a person's three are three
  // steps.
  const auto bounding =
      make_bound_contributions(visits, PersonDistance{}, BoundRows{.rows = 3, .values = {"visit"}});
  const auto count = Space{bounding.output_domain(), SymmetricDistance{}} >>
                     then_select_column<std::int64_t>("visit") >> then_count() >>
                     then_laplace(MaxDivergence{}, {.scale = 7.0});
  const auto of_rows = make_chain(bounding, make_sample(count, 0.1));
  EXPECT_NEAR(of_rows.map(1), 3 * std::log1p(0.1 * std::expm1(1.0 / 7.0)), 1e-12);
  EXPECT_NEAR(make_sample(make_chain(bounding, count), 0.1).map(1),
              std::log1p(0.1 * std::expm1(3.0 / 7.0)), 1e-12);
}

TEST(SampleOfPersons, has_a_price_under_each_measure) {
  const auto profiled = Space{visits, PersonDistance{}} >>
                        then_bound_contributions(BoundRows{.rows = 2, .values = {"visit"}}) >>
                        then_select_column<std::int64_t>("visit") >> then_count() >>
                        then_gaussian(ProfileDivergence{}, {.scale = 4.0});
  EXPECT_EQ(make_sample(profiled, 0.125).map(1), profiled.map(1).sampled(0.125));
  EXPECT_EQ(make_sample(profiled, 0.125).map(3), profiled.map(1).sampled(0.125).in_steps(3));
  const auto approximate =
      make_convert_measure(profiled, Approximate<MaxDivergence>{}, AtDelta{1e-6});
  EXPECT_EQ(make_sample(approximate, 0.125).map(2),
            loss_of_steps(amplified_loss(approximate.map(1), 0.125), 2));
}

// --- the sample

/// In how many ways a person can be named.
struct Naming {
  PersonTableDomain domain;
  std::vector<TableRow> persons;
};

const std::vector<Naming>& namings() {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto largest = std::numeric_limits<std::int64_t>::max();
  static const std::vector<Naming> all = {
      {visits, {{cell(0)}, {cell(-1)}, {cell(least)}, {cell(largest)}}},
      {visits, {{cell(4)}, {cell(5)}, {cell(6)}, {cell(7)}}},
      {PersonTableDomain({text}, TableDomain({visit})),
       {{cell("")}, {cell("a")}, {cell("eight by")}, {cell("eight bytes and more of them")}}},
      // Columns do not run together.
      {PersonTableDomain({text, {"other", RowKind::text, true}}, TableDomain({visit})),
       {{cell("ab"), cell("c")},
        {cell("a"), cell("bc")},
        {cell(""), cell("abc")},
        {cell("abc"), cell("")}}},
      {PersonTableDomain({number, text, {"third", RowKind::integer, true}}, TableDomain({visit})),
       {{cell(1), cell("a"), cell(2)},
        {cell(2), cell("a"), cell(1)},
        {cell(1), cell(""), cell(2)},
        {cell(1), cell("b"), cell(2)}}}};
  return all;
}

TEST(SampleOfPersons, takes_each_set_of_persons_as_often_as_coins_do) {
  for (const Naming& naming : namings()) {
    const TableValues rows = rows_of_persons(naming.persons, 3);
    const auto sampled = make_sample(telling(naming.domain), Fraction{1, 3});
    const auto all = persons_in(naming.domain, rows);
    ASSERT_EQ(all.size(), 4U);
    std::map<std::set<TableRow>, int> times;
    constexpr int trials = 8000;
    for (int trial = 0; trial < trials; ++trial) {
      const TableValues sample = release_from(sampled, rows);
      ASSERT_TRUE(are_whole_persons(naming.domain, rows, sample));
      std::set<TableRow> taken;
      for (const auto& [person, list] : persons_in(naming.domain, sample)) taken.insert(person);
      ++times[taken];
    }
    EXPECT_EQ(times.size(), 16U);
    for (const auto& [taken, count] : times) {
      const auto persons = static_cast<double>(taken.size());
      const double p = std::pow(1.0 / 3.0, persons) * std::pow(2.0 / 3.0, 4.0 - persons);
      EXPECT_NEAR(count, trials * p, 7 * std::sqrt(trials * p * (1 - p)))
          << testing::PrintToString(taken);
    }
  }
}

TEST(SampleOfPersons, is_of_whole_persons_however_their_rows_come) {
  TableValues rows = rows_of_persons(numbered(300), 5);
  for (int i = 0; i < 50; ++i) rows.push_back({missing_cell, cell(i)});
  const auto sampled = make_sample(telling(visits), 0.5);
  for (const std::size_t piece : {1UL, 7UL, 1000UL, SIZE_MAX}) {
    std::shuffle(rows.begin(), rows.end(), std::mt19937_64(piece));
    const TableValues sample = release_from(sampled, rows, piece);
    EXPECT_TRUE(are_whole_persons(visits, rows, sample)) << piece;
    // 150 of 300, up to eight deviations.
    EXPECT_NEAR(static_cast<double>(sample.size()), 750.0, 5 * 8 * 8.7);
  }
}

TEST(SampleOfPersons, shares_the_coins_among_threads) {
  // Each person has rows in every chunk, and so on every thread; all of them are counted.
  constexpr std::int64_t persons = 1000;
  constexpr std::uint32_t of_each = 2 * rows_per_thread / persons + 1;
  TableRows rows(visits.all_columns().columns());
  for (std::int64_t i = 0; i < persons * of_each; ++i) {
    rows.cells(0).append(i % persons);
    rows.cells(1).append(i);
    rows.add_row();
  }
  const auto expect_whole_persons = [](std::int64_t counted, double taken) {
    EXPECT_EQ(counted % of_each, 0);
    EXPECT_NEAR(static_cast<double>(counted) / of_each, taken, 8 * 16.0);
  };
  const Batch batch = rows.batch();
  const ReadOptions threads{.threads = 2};
  const auto sampled = make_sample(noisy_count(no_noise, of_each), 0.5);
  expect_whole_persons(sampled.invoke(batch, threads), 500);
  // In two pieces, the second of which meets the threads of the first.
  auto run = sampled.start();
  run.update(batch, threads);
  run.update(batch, threads);
  expect_whole_persons(std::move(run).finish(), 500);
  // Inside of a list of measurements, of another sample, and behind a function of rows.
  for (const std::int64_t counted :
       make_composition(std::vector{sampled, sampled}).invoke(batch, threads)) {
    expect_whole_persons(counted, 500);
  }
  expect_whole_persons(make_sample(sampled, 0.5).invoke(batch, threads), 250);
  const auto filter = make_filter(
      visits, PersonDistance{},
      RowExpression::of(RowOperation::less_equal,
                        {RowExpression::constant(std::int64_t{0}), RowExpression::field("visit")}));
  expect_whole_persons(make_chain(filter, sampled).invoke(batch, threads), 500);
}

TEST(SampleOfPersons, is_drawn_before_contributions_are_bounded) {
  const TableValues rows = rows_of_persons(numbered(2000), 4);
  const TableValues sorted = [&] {
    TableValues all = rows;
    std::sort(all.begin(), all.end());
    return all;
  }();
  for (const bool in_order : {false, true}) {
    const auto sampled = make_sample(noisy_count(no_noise, 2, in_order), 0.5);
    const std::int64_t taken = release_from(sampled, in_order ? sorted : rows);
    EXPECT_EQ(taken % 2, 0) << "each person that is taken has two rows";
    EXPECT_NEAR(static_cast<double>(taken) / 2, 1000.0, 8 * 22.4);
    const std::int64_t all = release_from(make_sample(noisy_count(no_noise, 2, in_order), 1.0),
                                          in_order ? sorted : rows);
    EXPECT_EQ(all, 4000);
  }
  const auto totals = Space{visits, PersonDistance{}} >>
                      then_person_totals(PersonTotals{.value = "visit", .bounds = {0, 6}}) >>
                      then_select_column<std::int64_t>("total") >>
                      then_clamp(std::int64_t{0}, std::int64_t{6}) >> then_sum() >>
                      then_laplace(MaxDivergence{}, {.scale = no_noise});
  const std::int64_t total = release_from(make_sample(totals, 0.5), rows);
  EXPECT_EQ(total % 6, 0) << "0 + 1 + 2 + 3 of each person that is taken";
  EXPECT_NEAR(static_cast<double>(total) / 6, 1000.0, 8 * 22.4);
}

TEST(SampleOfPersons, is_one_for_all_groups) {
  // Every person has one row in each of four groups: each counts the same persons.
  const TableValues rows = rows_of_persons(numbered(500), 4);
  const PersonTableDomain in_groups({number},
                                    TableDomain({visit, {"one", RowKind::integer, false}}));
  TableValues wide;
  for (const TableRow& row : rows) wide.push_back({row[0], row[1], cell(1)});
  const auto bounding = make_bound_contributions(
      in_groups, PersonDistance{},
      BoundGroups{.group = "visit", .groups = 4, .rows = 1, .values = {"one"}});
  const auto count = Space{bounding.output_domain().table(), SymmetricDistance{}} >>
                     then_select_column<std::int64_t>("one") >> then_count() >>
                     then_laplace(MaxDivergence{}, {.scale = no_noise});
  const auto by_group = make_chain(bounding, make_parallel(count, 4, "visit"));
  const auto sampled = make_sample(by_group, 0.5);
  EXPECT_EQ(sampled.map(1), amplified_loss(by_group.map(1), 0.5));
  const auto counts = release_from(sampled, wide, SIZE_MAX, {.threads = 2});
  ASSERT_EQ(counts.size(), 4U);
  for (const std::int64_t each : counts) EXPECT_EQ(each, counts.front());
  EXPECT_NEAR(static_cast<double>(counts.front()), 250.0, 8 * 11.2);
}

TEST(SampleOfPersons, may_be_empty) {
  const auto sampled = make_sample(noisy_count(no_noise, 2), 0x1p-60);
  EXPECT_EQ(release_from(sampled, rows_of_persons(numbered(100), 2)), 0);
  EXPECT_EQ(release_from(sampled, {}), 0);
  EXPECT_EQ(
      release_from(make_sample(noisy_count(no_noise, 2), 0.0), rows_of_persons(numbered(100), 2)),
      0);
}

TEST(SampleOfPersons, takes_ids_of_a_run_in_one_type) {
  const std::vector<Field> signed_fields = {{.name = "id", .type = ColumnType::int64},
                                            {.name = "visit", .type = ColumnType::int64}};
  std::vector<Field> unsigned_fields = signed_fields;
  unsigned_fields[0].type = ColumnType::uint64;
  const std::vector<std::int64_t> cells = {5, 6};
  const auto columns_of = [&](ColumnType type) {
    Column column;
    column.type = type;
    column.rows = cells.size();
    column.values = reinterpret_cast<const std::byte*>(cells.data());
    column.stride = 8;
    Column other = column;
    other.type = ColumnType::int64;
    return std::vector<Column>{column, other};
  };
  const auto signed_columns = columns_of(ColumnType::int64);
  const auto unsigned_columns = columns_of(ColumnType::uint64);
  const Batch with_signed(signed_fields, signed_columns);
  const Batch with_unsigned(unsigned_fields, unsigned_columns);

  const auto sampled = make_sample(telling(visits), 0.5);
  auto run = sampled.start();
  run.update(with_signed);
  SCRIM_EXPECT_ERROR(run.update(with_unsigned), ErrorKind::misuse, "uint64");
  // On two threads, whoever is taken.
  const auto& gathering = MeasurementAccess::function_of(sampled).accumulation();
  const auto first = gathering.start();
  const auto second = gathering.start();
  second->read_with(*first);
  first->update(with_signed);
  second->update(with_unsigned);
  AccumulationState<Batch>* const helper = second.get();
  SCRIM_EXPECT_ERROR(first->gather_from(std::span(&helper, 1)), ErrorKind::misuse, "uint64");
}

// --- no two releases have a sample in common

/// How often all of some releases agree, in so many trials.
template <class Release>
int agreements(const Release& release) {
  int agreed = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const auto all = release();
    agreed +=
        std::all_of(all.begin(), all.end(), [&](const auto& each) { return each == all.front(); })
            ? 1
            : 0;
  }
  return agreed;
}

TEST(SampleOfPersons, is_drawn_afresh_for_each_release) {
  const TableValues rows = rows_of_persons(numbered(40), 2);
  const auto sampled = make_sample(telling(visits), 0.5);
  EXPECT_EQ(agreements([&] {
              return std::vector{release_from(sampled, rows), release_from(sampled, rows)};
            }),
            0);
}

TEST(SampleOfPersons, is_shared_by_no_two_parts_of_a_composition) {
  const TableValues rows = rows_of_persons(numbered(40), 2);
  const auto sampled = make_sample(telling(visits), 0.5);
  const auto together =
      make_composition(std::vector{sampled, sampled, make_sample(telling(visits), 0.5)});
  int pairs = 0;
  EXPECT_EQ(agreements([&] {
              const auto all = release_from(together, rows);
              pairs += all[0] == all[1] || all[1] == all[2] || all[0] == all[2] ? 1 : 0;
              return all;
            }),
            0);
  EXPECT_EQ(pairs, 0);
  EXPECT_EQ(together.map(1), composed_loss(MaxDivergence{}, std::vector(3, sampled.map(1))));
  // What sees everyone sees everyone.
  const auto beside = make_composition(std::vector{telling(visits), sampled, telling(visits)});
  const auto all = release_from(beside, rows);
  EXPECT_EQ(all[0].size(), rows.size());
  EXPECT_LT(all[1].size(), rows.size());
  EXPECT_EQ(all[2], all[0]);
}

TEST(SampleOfPersons, of_a_composition_is_one_for_all_its_parts) {
  const TableValues rows = rows_of_persons(numbered(40), 2);
  const auto both = make_composition(std::vector(2, telling(visits)));
  const auto all = release_from(make_sample(both, 0.5), rows);
  EXPECT_EQ(all[0], all[1]);
  EXPECT_EQ(make_sample(both, 0.5).map(1), amplified_loss(both.map(1), 0.5));
}

TEST(SampleOfPersons, is_neither_saved_nor_drawn_by_several_runs) {
  const auto sampled = make_sample(noisy_count(1.0, 1), 0.5);
  SCRIM_EXPECT_ERROR((void)sampled.start().save(), ErrorKind::misuse, "draws a sample");
  auto first = sampled.start({.index = 0, .count = 2});
  SCRIM_EXPECT_ERROR(first.merge(sampled.start({.index = 1, .count = 2})), ErrorKind::misuse,
                     "a sample of persons");
  // As a part of a list, and behind a function of rows.
  const auto listed = make_composition(std::vector{noisy_count(1.0, 1), sampled});
  SCRIM_EXPECT_ERROR((void)listed.start().save(), ErrorKind::misuse, "draws a sample");
  auto run = listed.start({.index = 0, .count = 2});
  SCRIM_EXPECT_ERROR(run.merge(listed.start({.index = 1, .count = 2})), ErrorKind::misuse,
                     "a sample of persons");
}

}  // namespace
}  // namespace scrim::make_sample_of_persons_test
