// Some columns of a table.
//
// Proof: make_select.proof.md
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

namespace select {

[[nodiscard]] TableDomain columns_named(const TableDomain& seen,
                                        std::span<const std::string> names);

[[nodiscard]] RowMap<Batch, Batch> rows_of(const TableDomain& seen,
                                           std::span<const std::string> names, std::size_t ids,
                                           const Identity& domain);

}  // namespace select

/// Makes the transformation that keeps the columns of these names, in this order; of persons, the
/// ids as well.
///
/// Precondition (compiler): a table, with or without persons, under the metric for it.
/// Precondition (checked):  the table has these columns; none is named twice.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: none that depends on rows; columns are given where they lie.
template <class D, class M>
  requires MappedTables<D, M>
[[nodiscard]] Transformation<D, M, D, M> make_select(const D& input_domain, M input_metric,
                                                     const std::vector<std::string>& names) {
  const TableDomain& seen = tables::seen(input_domain);
  return map_table(
      input_domain, input_metric, select::columns_named(seen, names),
      select::rows_of(seen, names, tables::ids(input_domain), identity_of(input_domain)));
}

/// `table >> then_select({"age", "ward"})`.
[[nodiscard]] inline auto then_select(std::vector<std::string> names) {
  return Partial{[names = std::move(names)](const auto& input_domain, const auto& input_metric) {
    return make_select(input_domain, input_metric, names);
  }};
}

}  // namespace scrim
