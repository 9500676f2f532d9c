// The rows of a table that have a value in some columns.
//
// Proof: make_drop_missing.proof.md
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scrim/core/domain_identity.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/table_map.hpp"

namespace scrim {

namespace drop_missing {

/// The columns that are seen, those of the names without missing cells.
[[nodiscard]] TableDomain without_missing(const TableDomain& seen,
                                          std::span<const std::string> names);

[[nodiscard]] RowMap<Batch, Batch> rows_with_all(const TableDomain& seen,
                                                 std::span<const std::string> names,
                                                 std::size_t ids, const Identity& domain);

}  // namespace drop_missing

/// Makes the transformation that leaves out the rows that miss a cell in one of the columns of
/// these names: a null, or NaN among reals. In what comes out no cell of these columns is missing.
///
/// Precondition (compiler): a table, with or without persons, under the metric for it.
/// Precondition (checked):  the table has these columns.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: one pass over these columns, and copying the rows that are kept, if not all of a block
///   are.
template <class D, class M>
  requires MappedTables<D, M>
[[nodiscard]] Transformation<D, M, D, M> make_drop_missing(const D& input_domain, M input_metric,
                                                           const std::vector<std::string>& names) {
  const TableDomain& seen = tables::seen(input_domain);
  return map_table(input_domain, input_metric, drop_missing::without_missing(seen, names),
                   drop_missing::rows_with_all(seen, names, tables::ids(input_domain),
                                               identity_of(input_domain)));
}

/// `table >> then_drop_missing({"age"})`.
[[nodiscard]] inline auto then_drop_missing(std::vector<std::string> names) {
  return Partial{[names = std::move(names)](const auto& input_domain, const auto& input_metric) {
    return make_drop_missing(input_domain, input_metric, names);
  }};
}

}  // namespace scrim
