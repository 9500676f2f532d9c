#include <cstdint>
#include <limits>
#include <string>

#include "lab/law_of_tables.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"
#include "scrim/transformations/person_totals/make_person_totals.hpp"

namespace scrim::test::laws_of_bound_contributions {
namespace {

const PersonTableDomain visits({{"id", RowKind::integer, true}},
                               TableDomain({{"ward", RowKind::text, true},
                                            {"cost", RowKind::real, true},
                                            {"days", RowKind::integer, false}}));

std::uint32_t persons_apart(const TableValues& x, const TableValues& y) {
  return distance(PersonDistance{}, 1, x, y);
}

/// Rows of nobody, of two persons and, where rows are few, of a third; in the order of ids.
TableValues letters_of(const TableValues& of_a_person) {
  TableValues letters{{missing_cell, cell("a"), cell(1.0), cell(1)}};
  for (const std::int64_t who : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}}) {
    for (TableRow row : of_a_person) {
      row.insert(row.begin(), cell(who));
      letters.push_back(std::move(row));
    }
  }
  return letters;
}

const double nan = std::numeric_limits<double>::quiet_NaN();

/// Zeros of both signs, what is missing in both ways, a row without a group.
const TableValues plain = letters_of({{cell("a"), cell(0.0), cell(1)},
                                      {cell("a"), cell(-0.0), cell(-4)},
                                      {missing_cell, cell(nan), cell(1)}});

const TableValues in_groups = letters_of({{cell("a"), cell(1.0), cell(1)},
                                          {cell("a"), cell(2.0), cell(2)},
                                          {cell("b"), cell(1.0), cell(3)}});

/// So many that two persons can be in two groups each.
const TableValues in_many_groups = letters_of({{cell("a"), cell(0.0), cell(1)},
                                               {cell("b"), cell(0.0), cell(1)},
                                               {cell("c"), cell(0.0), cell(1)},
                                               {cell("d"), cell(0.0), cell(1)}});

/// The laws of make(bounds), in both forms, and that these are the same.
template <class Make, class Bounds>
void expect_laws_of(Laws& laws, const std::string& name, const Make& make, Bounds bounds,
                    const TableValues& letters) {
  const auto expect_laws = [&](bool in_order) {
    bounds.in_order_of_ids = in_order;
    return expect_laws_on_tables(laws, name + (in_order ? ", in the order of ids" : ""),
                                 make(bounds), {.letters = letters, .is_in_order = in_order},
                                 persons_apart);
  };
  const auto in_any_order = expect_laws(false);
  EXPECT_EQ(expect_laws(true), in_any_order) << name;
}

constexpr auto bound = [](const auto& bounds) {
  return make_bound_contributions(visits, PersonDistance{}, bounds);
};
constexpr auto add_up = [](const auto& totals) {
  return make_person_totals(visits, PersonDistance{}, totals);
};

SCRIM_LAWS_OF(make_bound_contributions, rows) {
  for (const std::uint32_t most : {1U, 2U}) {
    const std::string rows = std::to_string(most) + " rows";
    const BoundRows bounds{.rows = most, .values = {"cost"}, .seed = 4};
    expect_laws_of(laws, rows + ", zeros and missing cells", bound, bounds, plain);
    expect_laws_of(laws, rows, bound, bounds, in_groups);
  }
}

SCRIM_LAWS_OF(make_bound_contributions, groups) {
  const auto expect_laws = [&](std::uint64_t groups, std::uint64_t rows,
                               const TableValues& letters) {
    expect_laws_of(
        laws, std::to_string(groups) + " groups of " + std::to_string(rows), bound,
        BoundGroups{.group = "ward", .groups = groups, .rows = rows, .values = {"cost"}, .seed = 1},
        letters);
  };
  expect_laws(1, 1, in_groups);
  expect_laws(1, 2, in_groups);
  expect_laws(2, 1, in_many_groups);
}

SCRIM_LAWS_OF(make_person_totals, persons) {
  expect_laws_of(laws, "totals", add_up, PersonTotals{.value = "days", .bounds = {0, 3}},
                 in_groups);
}

SCRIM_LAWS_OF(make_person_totals, groups) {
  expect_laws_of(
      laws, "totals by group", add_up,
      PersonTotalsByGroup{.group = "ward", .groups = 1, .value = "days", .bounds = {0, 3}},
      in_groups);
}

}  // namespace
}  // namespace scrim::test::laws_of_bound_contributions
