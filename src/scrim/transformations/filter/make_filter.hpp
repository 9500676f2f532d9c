// The rows of a table at which a condition holds.
//
// Proof: make_filter.proof.md
#pragma once

#include <cstddef>
#include <utility>

#include "scrim/core/domain_identity.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/table_map.hpp"
#include "scrim/expressions/row_expression.hpp"

namespace scrim {

namespace filter {

/// Keeps the rows at which the condition holds; its columns begin behind `ids` others.
[[nodiscard]] RowMap<Batch, Batch> rows_where(const RowExpression& condition,
                                              const TableDomain& seen, std::size_t ids,
                                              const Identity& domain);

}  // namespace filter

/// Makes the transformation that keeps the rows at which `condition` holds. Where it has no value,
/// as where a cell that it compares is missing, it does not.
///
/// Precondition (compiler): a table, with or without persons, under the metric for it.
/// Precondition (checked):  the condition is one, of columns that the table has.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: that of the condition, and of copying the rows that are kept, if not all of a block are.
template <class D, class M>
  requires MappedTables<D, M>
[[nodiscard]] Transformation<D, M, D, M> make_filter(const D& input_domain, M input_metric,
                                                     const RowExpression& condition) {
  const TableDomain& seen = tables::seen(input_domain);
  return map_table(
      input_domain, input_metric, seen,
      filter::rows_where(condition, seen, tables::ids(input_domain), identity_of(input_domain)));
}

/// `table >> then_filter(condition)`.
[[nodiscard]] inline auto then_filter(RowExpression condition) {
  return Partial{
      [condition = std::move(condition)](const auto& input_domain, const auto& input_metric) {
        return make_filter(input_domain, input_metric, condition);
      }};
}

}  // namespace scrim
