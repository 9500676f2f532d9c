#include "scrim/transformations/person_totals/make_person_totals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "scrim/core/fold.hpp"
#include "scrim/core/run.hpp"
#include "scrim/numbers/int128.hpp"
#include "support/error_of.hpp"
#include "support/table_values.hpp"

namespace scrim::make_person_totals_test {
namespace {

using test::cell;
using test::missing_cell;
using test::TableRow;
using test::TableValues;
using TotalsRun = scrim::Run<Batch, TableValues>;

using Limits = std::numeric_limits<std::int64_t>;

const PersonTableDomain visits({{"id", RowKind::integer, true}},
                               TableDomain({{"region", RowKind::text, true},
                                            {"cost", RowKind::integer, false},
                                            {"real", RowKind::real, false},
                                            {"maybe", RowKind::integer, true}}));

auto totals(const PersonTotals& of) { return make_person_totals(visits, PersonDistance{}, of); }
auto totals(const PersonTotalsByGroup& of) {
  return make_person_totals(visits, PersonDistance{}, of);
}

template <class T>
TotalsRun start(const T& transformation, Part part = {}) {
  std::vector<TableColumn> columns;
  if constexpr (requires { transformation.output_domain().group(); }) {
    columns.push_back(transformation.output_domain().group());
  }
  columns.push_back({"total", RowKind::integer, false});
  return TotalsRun(
      chain_functions(transformation.function(), make_fold<Batch>(test::RowMultiset(columns))),
      run_input(transformation.input_domain()), part);
}

template <class T>
TableValues of(const T& transformation, const TableValues& rows) {
  auto run = start(transformation);
  TableRows table = test::rows_of(visits.all_columns().columns(), rows);
  run.update(table.batch());
  return std::move(run).finish();
}

TableRow row(test::TableCell who, test::TableCell region, std::int64_t cost) {
  return {std::move(who), std::move(region), cell(cost), cell(0.5), missing_cell};
}

TEST(MakePersonTotals, says_what_comes_out_and_what_it_costs) {
  const auto one = totals(PersonTotals{.value = "cost", .bounds = {0, 10}});
  EXPECT_EQ(one.output_domain(), TableDomain({{"total", RowKind::integer, false}}));
  EXPECT_EQ(one.map(7), 7U);
  const auto grouped = totals(
      PersonTotalsByGroup{.group = "region", .groups = 3, .value = "cost", .bounds = {0, 10}});
  EXPECT_EQ(grouped.output_domain().group(), (TableColumn{"region", RowKind::text, false}));
  EXPECT_EQ(grouped.map(2), KeyedChange(6, 6, 2));
}

TEST(MakePersonTotals, refuses_what_has_no_exact_sum) {
  SCRIM_EXPECT_ERROR(totals(PersonTotals{.value = "real"}), ErrorKind::mismatch, "real", "grid");
  SCRIM_EXPECT_ERROR(totals(PersonTotals{.value = "maybe"}), ErrorKind::mismatch, "maybe");
  SCRIM_EXPECT_ERROR(totals(PersonTotals{.value = "id"}), ErrorKind::mismatch, "no column id");
  SCRIM_EXPECT_ERROR(totals(PersonTotals{.value = "cost", .bounds = {1, 0}}),
                     ErrorKind::invalid_argument, "lower");
  SCRIM_EXPECT_ERROR(totals(PersonTotalsByGroup{.group = "region", .groups = 0, .value = "cost"}),
                     ErrorKind::invalid_argument, "0 groups");
}

TEST(MakePersonTotals, adds_up_exactly_and_moves_between_the_bounds) {
  const TableValues rows = {
      row(cell(1), cell("a"), 3),
      row(cell(2), cell("a"), -8),
      row(cell(1), missing_cell, 4),
      row(missing_cell, cell("a"), 100),
      row(cell(3), cell("b"), Limits::max()),
      row(cell(3), cell("b"), Limits::max()),
      row(cell(4), cell("b"), Limits::max()),
      row(cell(4), cell("b"), Limits::max()),
      row(cell(4), cell("b"), Limits::min()),
      row(cell(4), cell("b"), Limits::min()),
  };
  EXPECT_EQ(of(totals(PersonTotals{.value = "cost", .bounds = {-5, 100}}), rows),
            (TableValues{{cell(-5)}, {cell(-2)}, {cell(7)}, {cell(100)}}));
  EXPECT_EQ(
      of(totals(PersonTotals{.value = "cost", .bounds = {Limits::min(), Limits::max()}}), rows),
      (TableValues{{cell(-8)}, {cell(-2)}, {cell(7)}, {cell(Limits::max())}}));
  EXPECT_EQ(of(totals(PersonTotalsByGroup{
                   .group = "region", .groups = 2, .value = "cost", .bounds = {-5, 100}}),
               rows),
            (TableValues{{cell("a"), cell(-5)},
                         {cell("a"), cell(3)},
                         {cell("b"), cell(-2)},
                         {cell("b"), cell(100)}}));
  EXPECT_EQ(of(totals(PersonTotals{.value = "cost"}), {}), TableValues());
}

TableValues many_rows() {
  std::mt19937_64 random(5);
  TableValues rows;
  for (int i = 0; i < 5000; ++i) {
    rows.push_back(row(random() % 20 == 0 ? missing_cell : cell(static_cast<int>(random() % 90)),
                       cell(std::to_string(random() % 6).c_str()),
                       static_cast<std::int64_t>(random())));
  }
  return rows;
}

TEST(MakePersonTotals, are_those_by_the_definition) {
  const TableValues rows = many_rows();
  std::map<std::pair<test::TableCell, test::TableCell>, int128> sums;
  for (const TableRow& each : rows) {
    if (each[0] != missing_cell) sums[{each[0], each[1]}] += std::get<std::int64_t>(each[2]);
  }
  constexpr std::int64_t bound = Limits::max() / 2;
  TableValues expected;
  for (const auto& [key, sum] : sums) {
    expected.push_back(
        {key.second, cell(static_cast<std::int64_t>(std::clamp<int128>(sum, -bound, bound)))});
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(of(totals(PersonTotalsByGroup{
                   .group = "region", .groups = 6, .value = "cost", .bounds = {-bound, bound}}),
               rows),
            expected);
}

TEST(MakePersonTotals, are_the_same_in_any_order_merged_and_in_order) {
  TableValues rows = many_rows();
  PersonTotalsByGroup options{
      .group = "region", .groups = 2, .value = "cost", .bounds = {-1000, 1000}, .seed = 4};
  const auto expected = of(totals(options), rows);
  std::shuffle(rows.begin(), rows.end(), std::mt19937_64(3));
  EXPECT_EQ(of(totals(options), rows), expected);

  const auto transformation = totals(options);
  auto whole = start(transformation);
  TableRows table = test::rows_of(visits.all_columns().columns(), rows);
  const Batch batch = table.batch();
  whole.update(batch);
  // Runs of one fold: a part each, saved and merged.
  const auto fold = chain_functions(
      transformation.function(),
      make_fold<Batch>(test::RowMultiset(transformation.output_domain().all_columns().columns())));
  std::vector<TotalsRun> parts;
  for (std::size_t i = 0; i < 3; ++i) {
    parts.emplace_back(fold, run_input(visits), Part{i, 3});
    parts.back().update(batch.subspan(i * 1500, i == 2 ? 2000 : 1500));
    parts.back() = TotalsRun::load(fold, run_input(visits), std::move(parts.back()).save());
  }
  parts[2].merge(std::move(parts[0]));
  parts[2].merge(std::move(parts[1]));
  EXPECT_EQ(std::move(parts[2]).save(), std::move(whole).save());

  options.in_order_of_ids = true;
  std::sort(rows.begin(), rows.end(),
            [](const TableRow& a, const TableRow& b) { return a[0] < b[0]; });
  EXPECT_EQ(of(totals(options), rows), expected);
}

}  // namespace
}  // namespace scrim::make_person_totals_test
