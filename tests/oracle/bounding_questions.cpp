// What is kept of persons' rows, what they add up to, and how far apart tables of persons and
// groups are. The proofs are told the hash by which the library orders rows: nothing rests on it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/columns/table_rows.hpp"
#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"
#include "scrim/transformations/bound_contributions/plan_bounding.hpp"
#include "scrim/transformations/bound_contributions/row_packer.hpp"
#include "scrim/transformations/person_totals/make_person_totals.hpp"
#include "support/distances/table_distances.hpp"
#include "support/small_datasets.hpp"
#include "support/table_values.hpp"

namespace scrim::oracle {

namespace {

/// Nobody's without a person.
struct Visit {
  std::optional<int> person;
  std::optional<int> group;
  int value = 0;
};
using Visits = std::vector<Visit>;

/// Tables of visits, whose persons are told by integers or by texts.
class VisitTables {
 public:
  explicit VisitTables(RowKind ids)
      : domain_({{"id", ids, true}}, TableDomain({{"group", RowKind::integer, true},
                                                  {"value", RowKind::integer, false}})),
        has_texts_(ids == RowKind::text) {}

  [[nodiscard]] const PersonTableDomain& domain() const noexcept { return domain_; }

  [[nodiscard]] TableRows rows_of(const Visits& visits) const {
    test::TableValues rows;
    for (const Visit& visit : visits) {
      rows.push_back({cell_of(visit.person),
                      visit.group ? test::cell(*visit.group) : test::missing_cell,
                      test::cell(visit.value)});
    }
    return test::rows_of(domain_.all_columns().columns(), rows);
  }

  /// In the order in which ids are read.
  [[nodiscard]] static Visits in_order(Visits visits) {
    std::sort(visits.begin(), visits.end(),
              [](const Visit& a, const Visit& b) { return a.person < b.person; });
    return visits;
  }

 private:
  [[nodiscard]] test::TableCell cell_of(const std::optional<int>& person) const {
    if (!person) return test::missing_cell;
    // Letters, so that texts rise as numbers do.
    const char name[] = {static_cast<char>('a' + *person), '\0'};
    return has_texts_ ? test::cell(name) : test::cell(*person);
  }

  PersonTableDomain domain_;
  bool has_texts_;
};

/// The hashes by which a row is kept.
struct Ranks {
  std::uint64_t of_group;
  std::uint64_t of_row;
};

/// Those of the rows that are somebody's, and have a group if the plan has groups.
std::vector<std::pair<Visit, Ranks>> ranked(const bounding::BoundingPlan& plan,
                                            const VisitTables& tables, const Visits& visits) {
  const bounding::RowOrder order = plan.keeper().order();
  bounding::RowPacker packer(plan.layout, bounding::IdTexts::are_coded);
  bounding::RowTexts texts(plan.keeping.seed);
  std::vector<bounding::IdType> id_types(1, bounding::IdType::unknown);
  TableRows rows = tables.rows_of(visits);
  packer.read(rows.batch(), id_types, texts);
  std::vector<std::pair<Visit, Ranks>> all;
  for (const std::uint32_t place : packer.places()) {
    const std::uint64_t* row = packer.row(place);
    const std::uint64_t of_group = order.group_hash(row, texts);
    all.push_back({visits[place], {of_group, order.row_hash(row, of_group, texts)}});
  }
  return all;
}

/// What a transformation of persons gives, as numbers that rise row by row.
template <class T>
std::string kept_by(const T& transformation, const VisitTables& tables, const Visits& visits,
                    const std::vector<TableColumn>& columns) {
  TableRows rows = tables.rows_of(visits);
  std::vector<std::vector<std::int64_t>> kept;
  transformation.function().for_each_result(rows.batch(), [&](const Batch& block) {
    for (const test::TableRow& row : test::values_of(block, columns)) {
      kept.emplace_back();
      for (const test::TableCell& each : row) kept.back().push_back(std::get<std::int64_t>(each));
    }
  });
  std::sort(kept.begin(), kept.end());
  std::string text;
  for (const auto& row : kept) text += listed(row);
  return as_answer(text);
}

/// In both forms: rows in any order, and in that of ids.
template <class Make, class Bounds>
void ask_in_both_forms(const std::string& question, const Make& make, Bounds bounds,
                       const VisitTables& tables, const Visits& visits,
                       const std::vector<TableColumn>& columns, Oracle& oracle) {
  for (const bool in_order : {false, true}) {
    bounds.in_order_of_ids = in_order;
    oracle.ask(question, kept_by(make(tables.domain(), PersonDistance{}, bounds), tables,
                                 in_order ? VisitTables::in_order(visits) : visits, columns));
  }
}

constexpr auto bound = [](const auto& domain, auto metric, const auto& bounds) {
  return make_bound_contributions(domain, metric, bounds);
};
constexpr auto add_up = [](const auto& domain, auto metric, const auto& totals) {
  return make_person_totals(domain, metric, totals);
};

const TableColumn group_column{"group", RowKind::integer, false};
const TableColumn value_column{"value", RowKind::integer, false};
const TableColumn total_column{"total", RowKind::integer, false};

void ask_about_rows(const VisitTables& tables, const Visits& visits, std::uint32_t rows,
                    std::uint64_t seed, Oracle& oracle) {
  const auto plan = bounding::plan_to_keep(tables.domain(), {std::nullopt, {"value"}},
                                           {.rows = rows, .seed = seed}, "ask");
  std::string question = "bound " + std::to_string(rows);
  for (const auto& [visit, ranks] : ranked(plan, tables, visits)) {
    question += ' ' + std::to_string(*visit.person) + ' ' + std::to_string(ranks.of_row) + ' ' +
                std::to_string(visit.value);
  }
  ask_in_both_forms(question, bound, BoundRows{.rows = rows, .values = {"value"}, .seed = seed},
                    tables, visits, {value_column}, oracle);
}

void ask_about_groups(const VisitTables& tables, const Visits& visits, std::uint64_t groups,
                      std::uint64_t rows, std::uint64_t seed, Oracle& oracle) {
  const auto plan = bounding::plan_to_keep(tables.domain(), {"group", {"value"}},
                                           {.groups = groups, .rows = rows, .seed = seed}, "ask");
  std::string question = "bound_groups " + std::to_string(groups) + ' ' + std::to_string(rows);
  for (const auto& [visit, ranks] : ranked(plan, tables, visits)) {
    question += ' ' + std::to_string(*visit.person) + ' ' + std::to_string(ranks.of_group) + ' ' +
                std::to_string(*visit.group) + ' ' + std::to_string(ranks.of_row) + ' ' +
                std::to_string(visit.value);
  }
  ask_in_both_forms(
      question, bound,
      BoundGroups{
          .group = "group", .groups = groups, .rows = rows, .values = {"value"}, .seed = seed},
      tables, visits, {group_column, value_column}, oracle);
}

void ask_about_totals(const VisitTables& tables, const Visits& visits, std::uint64_t groups,
                      Bounds<std::int64_t> bounds, std::uint64_t seed, Oracle& oracle) {
  const auto plan =
      bounding::plan_to_add_up(tables.domain(), "group", "value", bounds,
                               {.groups = groups, .adds_up = true, .seed = seed}, "ask");
  std::string question = "person_totals " + std::to_string(groups) + ' ' +
                         std::to_string(bounds.lower) + ' ' + std::to_string(bounds.upper);
  for (const auto& [visit, ranks] : ranked(plan, tables, visits)) {
    question += ' ' + std::to_string(*visit.person) + ' ' + std::to_string(ranks.of_group) + ' ' +
                std::to_string(*visit.group) + ' ' + std::to_string(visit.value);
  }
  ask_in_both_forms(
      question, add_up,
      PersonTotalsByGroup{
          .group = "group", .groups = groups, .value = "value", .bounds = bounds, .seed = seed},
      tables, visits, {group_column, total_column}, oracle);
}

/// All tables of up to `most` of these rows, each in the order of the letters.
std::vector<Visits> small_tables(const Visits& letters, std::size_t most) {
  std::vector<Visits> all{{}};
  std::vector<std::size_t> last{0};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].size() == most) continue;
    for (std::size_t letter = last[i]; letter < letters.size(); ++letter) {
      Visits longer = all[i];
      longer.push_back(letters[letter]);
      all.push_back(std::move(longer));
      last.push_back(letter);
    }
  }
  return all;
}

void ask_about_small_tables(const VisitTables& tables, Oracle& oracle) {
  Visits letters = {{std::nullopt, 0, 1}, {1, std::nullopt, 2}};
  for (const int person : {0, 1}) {
    for (const int group : {0, 1}) {
      for (const int value : {-3, 2}) letters.push_back({person, group, value});
    }
  }
  for (const Visits& visits : small_tables(letters, 4)) {
    for (const std::uint32_t rows : {1U, 2U, 3U}) {
      ask_about_rows(tables, visits, rows, 5, oracle);
      ask_about_groups(tables, visits, 1, rows, 5, oracle);
      ask_about_groups(tables, visits, 2, rows, 6, oracle);
    }
    ask_about_totals(tables, visits, 1, {-4, 3}, 5, oracle);
    ask_about_totals(tables, visits, 2, {0, 0}, 6, oracle);
  }
}

void ask_about_random_tables(const VisitTables& tables, Oracle& oracle) {
  std::mt19937_64 random(14);
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const auto below = [&](std::uint64_t end) { return static_cast<int>(random() % end); };
    const int persons = 1 + below(6);
    const int groups = 1 + below(25);
    Visits visits(static_cast<std::size_t>(below(120)));
    for (Visit& visit : visits) {
      if (below(12) != 0) visit.person = below(static_cast<std::uint64_t>(persons));
      if (below(12) != 0) visit.group = below(static_cast<std::uint64_t>(groups));
      visit.value = below(9) - 4;
    }
    // Few are kept by another way than many.
    for (const std::uint32_t rows : {1U, 3U, 16U, 17U, 200U}) {
      ask_about_rows(tables, visits, rows, seed, oracle);
      ask_about_groups(tables, visits, 1 + seed % 4, rows, seed, oracle);
      ask_about_groups(tables, visits, rows, 1 + seed % 3, seed, oracle);
      ask_about_totals(tables, visits, rows, {-7, 2 + below(9)}, seed, oracle);
    }
  }
}

std::string numbers_of(const test::TableValues& rows) {
  std::string text;
  for (const test::TableRow& row : rows) {
    for (const test::TableCell& each : row) {
      text += ' ' + std::to_string(std::get<std::int64_t>(each));
    }
  }
  return text;
}

void ask_about_table_distances(Oracle& oracle) {
  const test::TableValues letters = {{test::cell(0), test::cell(5)},
                                     {test::cell(0), test::cell(6)},
                                     {test::cell(-1), test::cell(5)},
                                     {test::cell(-1), test::cell(6)}};
  const auto all = test::datasets_up_to(letters, 3);
  for (const test::TableValues& x : all) {
    for (const test::TableValues& y : all) {
      const std::string both = numbers_of(x) + " |" + numbers_of(y);
      oracle.ask("person_distance" + both, std::to_string(distance(PersonDistance{}, 1, x, y)));
      const KeyedChange apart = distance(GroupedDistance{}, x, y);
      oracle.ask("grouped_distance" + both, std::to_string(apart.groups()) + ' ' +
                                                std::to_string(apart.total()) + ' ' +
                                                std::to_string(apart.in_each()));
    }
  }
}

}  // namespace

void ask_about_bounding(Oracle& oracle) {
  for (const RowKind ids : {RowKind::integer, RowKind::text}) {
    const VisitTables tables(ids);
    ask_about_small_tables(tables, oracle);
    ask_about_random_tables(tables, oracle);
  }
  ask_about_table_distances(oracle);
}

}  // namespace scrim::oracle
