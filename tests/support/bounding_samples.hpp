// Tables of persons, and what is kept of them, for tests of bounding.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/core/run.hpp"
#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"
#include "support/distances/table_distances.hpp"
#include "support/table_values.hpp"

namespace scrim::test::bounding {

inline const TableColumn id{"id", RowKind::integer, true};
inline const TableColumn name{"name", RowKind::text, true};
inline const TableColumn region{"region", RowKind::integer, true};
inline const TableColumn ward{"ward", RowKind::text, true};
inline const TableColumn cost{"cost", RowKind::real, true};
inline const TableColumn age{"age", RowKind::integer, true};

inline const PersonTableDomain by_number({id}, TableDomain({region, ward, cost, age}));

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
      : domain_(bounding.input_domain()), fold_(bounding::fold_of(bounding)) {}

  auto start(Part part = {}) const { return KeptRun(fold_, run_input(domain_), part); }
  auto load(const std::vector<std::byte>& bytes) const {
    return KeptRun::load(fold_, run_input(domain_), bytes);
  }
  void read(KeptRun& run, const TableValues& rows, ReadOptions options = {}) const {
    TableRows table = rows_of(domain_.all_columns().columns(), rows);
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

inline auto bound(BoundRows bounds, const PersonTableDomain& domain = by_number) {
  return make_bound_contributions(domain, PersonDistance{}, bounds);
}
inline auto bound(BoundGroups bounds, const PersonTableDomain& domain = by_number) {
  return make_bound_contributions(domain, PersonDistance{}, bounds);
}

/// Persons in any order, with rows of many kinds, some without a group, some nobody's.
inline TableValues many_rows(std::size_t size, std::uint64_t seed = 1, std::size_t persons = 50) {
  std::mt19937_64 random(seed);
  const std::vector<TableCell> costs = {cell(0.0),
                                        cell(-0.0),
                                        cell(1.5),
                                        missing_cell,
                                        cell(std::numeric_limits<double>::quiet_NaN()),
                                        cell(-1e300)};
  const std::vector<TableCell> wards = {cell(""), cell("a"), cell("north-west of the river"),
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

inline TableValues sorted_by_id(TableValues rows) {
  std::sort(rows.begin(), rows.end(),
            [](const TableRow& a, const TableRow& b) { return a[0] < b[0]; });
  return rows;
}

}  // namespace scrim::test::bounding
