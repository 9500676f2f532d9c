// A table with one column more, whose texts tell the cells of several columns.
//
// Proof: make_join_cells.proof.md
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "scrim/core/domain_identity.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/table_map.hpp"

namespace scrim {

/// Which cells are joined, in this order, and what the column of the texts is named.
struct JoinCells {
  std::vector<std::string> names = {};
  std::string name = {};
};

namespace join_cells {

/// The columns that are seen with the joined one behind them.
/// Postcondition: throws if there is anything that make_join_cells does not take.
[[nodiscard]] TableDomain with_column(const TableDomain& seen, const JoinCells& columns);

/// Precondition (caller): with_column takes the columns.
[[nodiscard]] RowMap<Batch, Batch> rows_with(const TableDomain& seen, const JoinCells& columns,
                                             std::size_t ids, const Identity& domain);

}  // namespace join_cells

/// Makes the transformation that adds a column of texts, at the end: the cells of the columns
/// named, with commas between them, and a backslash before each comma and backslash of a cell.
/// Integers are decimal, truths 0 or 1, dates the days since 1970-01-01. Rows with other cells have
/// other texts, so that rows are grouped by several columns, or by dates and truths, as by one of
/// texts. Where one of the cells is missing, the text is.
///
/// Precondition (compiler): a table, with or without persons, under the metric for it.
/// Precondition (checked):  there is a column, each is there, and none holds floats or times; no
///   column, and no id, has the name yet.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: some tens of nanoseconds a cell; the other columns are given where they lie.
template <class D, class M>
  requires MappedTables<D, M>
[[nodiscard]] Transformation<D, M, D, M> make_join_cells(const D& input_domain, M input_metric,
                                                         const JoinCells& columns) {
  const TableDomain& seen = tables::seen(input_domain);
  TableDomain output = join_cells::with_column(seen, columns);  // first, as it checks them
  return map_table(
      input_domain, input_metric, std::move(output),
      join_cells::rows_with(seen, columns, tables::ids(input_domain), identity_of(input_domain)));
}

/// `table >> then_join_cells({.names = {"ward", "day"}, .name = "ward and day"})`.
[[nodiscard]] inline auto then_join_cells(JoinCells columns) {
  return Partial{
      [columns = std::move(columns)](const auto& input_domain, const auto& input_metric) {
        return make_join_cells(input_domain, input_metric, columns);
      }};
}

}  // namespace scrim
