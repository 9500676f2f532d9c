// Tables of persons, and measurements that tell what they were given, for tests of samples.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "scrim/core/measurement.hpp"
#include "scrim/core/read_options.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/table_metrics.hpp"
#include "support/table_values.hpp"

namespace scrim::test {

template <class Out>
using OfPersons = Measurement<PersonTableDomain, PersonDistance, MaxDivergence, Out>;

/// What `fold` gives of tables of persons, called a release that loses `epsilon` for each of them.
template <class Out>
[[nodiscard]] OfPersons<Out> release_of(const PersonTableDomain& domain, Fold<Batch, Out> fold,
                                        double epsilon = 1.0) {
  return {domain, PersonDistance{}, MaxDivergence{}, std::move(fold),
          PrivacyMap<std::uint32_t, double>::from_constant(epsilon)};
}

/// Tells all rows that it was given, sorted.
[[nodiscard]] inline OfPersons<TableValues> telling(const PersonTableDomain& domain) {
  const TableDomain all = domain.all_columns();
  return release_of(domain, make_fold<Batch>(RowMultiset(all.columns())));
}

/// The rows of each person, by the cells of their ids, each list sorted; those of nobody left out.
using PersonLists = std::map<TableRow, TableValues>;
[[nodiscard]] inline PersonLists persons_in(const PersonTableDomain& domain,
                                            const TableValues& rows) {
  PersonLists persons;
  const auto ids = static_cast<std::ptrdiff_t>(domain.persons().size());
  for (const TableRow& row : rows) {
    TableRow person(row.begin(), row.begin() + ids);
    if (std::find(person.begin(), person.end(), missing_cell) != person.end()) continue;
    persons[person].push_back(canonical(row));
  }
  for (auto& [person, list] : persons) std::sort(list.begin(), list.end());
  return persons;
}

/// The release of a measurement on rows that are read in pieces of so many.
template <class M>
[[nodiscard]] auto release_from(const M& measurement, const TableValues& rows,
                                std::size_t piece = SIZE_MAX, ReadOptions options = {}) {
  const TableDomain columns = measurement.input_domain().all_columns();
  auto run = measurement.start();
  for (std::size_t first = 0; first < rows.size(); first += std::min(piece, rows.size() - first)) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(std::min(piece, rows.size() - first));
    TableRows table = rows_of(columns.columns(), {begin, end});
    run.update(table.batch(), options);
  }
  return std::move(run).finish();
}

}  // namespace scrim::test
