// Functions of the rows of a table, each by itself, whether rows are persons' or nobody's.
#pragma once

#include <concepts>
#include <cstddef>
#include <utility>

#include "scrim/columns/batch.hpp"
#include "scrim/core/row_map.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "scrim/spaces/table_metrics.hpp"

namespace scrim {

/// Spaces of tables whose rows are mapped one by one.
template <class D, class M>
concept MappedTables = (std::same_as<D, TableDomain> && std::same_as<M, SymmetricDistance>) ||
                       (std::same_as<D, PersonTableDomain> && std::same_as<M, PersonDistance>);

namespace tables {

/// The columns that a function of rows sees.
[[nodiscard]] inline TableDomain seen(const TableDomain& domain) { return domain; }
[[nodiscard]] inline TableDomain seen(const PersonTableDomain& domain) { return domain.table(); }

/// How many columns of a batch stand in front of those: ids, which are passed along.
[[nodiscard]] inline std::size_t ids(const TableDomain&) noexcept { return 0; }
[[nodiscard]] inline std::size_t ids(const PersonTableDomain& domain) noexcept {
  return domain.persons().size();
}

[[nodiscard]] inline TableDomain with_seen(const TableDomain&, TableDomain table) { return table; }
[[nodiscard]] inline PersonTableDomain with_seen(const PersonTableDomain& domain,
                                                 TableDomain table) {
  return domain.with_table(std::move(table));
}

}  // namespace tables

/// The transformation of tables by a function that makes of each row at most one, with the same ids
/// and with cells of the columns `seen`.
///
/// Precondition (compiler): rows are counted where they are nobody's, and persons where they are
///   theirs.
/// Precondition (caller):   what becomes of a row depends on its cells alone, and is the same for
///   rows with the same cells; ids are passed along as they are, and nothing else depends on them.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
template <class D, class M>
  requires MappedTables<D, M>
[[nodiscard]] Transformation<D, M, D, M> map_table(const D& input_domain, M input_metric,
                                                   TableDomain seen,
                                                   RowMap<Batch, Batch> function) {
  using Distance = typename M::Distance;
  return {input_domain, input_metric,        tables::with_seen(input_domain, std::move(seen)),
          input_metric, std::move(function), StabilityMap<Distance, Distance>::from_constant(1)};
}

}  // namespace scrim
