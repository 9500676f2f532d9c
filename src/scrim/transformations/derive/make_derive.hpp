// A table with one column more, computed from the others.
//
// Proof: make_derive.proof.md
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "scrim/core/domain_identity.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/table_map.hpp"
#include "scrim/expressions/typed_expression.hpp"

namespace scrim {

namespace derive {

/// The columns that are seen with the derived one behind them.
/// Postcondition: throws if the expression cannot be computed, or there is a column of that name.
[[nodiscard]] TableDomain with_column(const TableDomain& seen, const std::string& name,
                                      const TypedExpression& expression);

[[nodiscard]] RowMap<Batch, Batch> rows_with(const std::string& name, TypedExpression expression,
                                             std::size_t ids, Identity identity);

}  // namespace derive

/// Makes the transformation that adds a column `name`, at the end, of the values of `expression`.
/// Rows at which it has no value are missing there; if there is a value for every row, the column
/// says so.
///
/// Precondition (compiler): a table, with or without persons, under the metric for it.
/// Precondition (checked):  the expression is one of columns that the table has; no column, and no
///   id, has the name yet.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: that of the expression; the other columns are given where they lie.
template <class D, class M>
  requires MappedTables<D, M>
[[nodiscard]] Transformation<D, M, D, M> make_derive(const D& input_domain, M input_metric,
                                                     const std::string& name,
                                                     const RowExpression& expression) {
  const TableDomain& seen = tables::seen(input_domain);
  TypedExpression typed = typed_expression(expression, seen.columns());
  TableDomain output = derive::with_column(seen, name, typed);
  return map_table(
      input_domain, input_metric, std::move(output),
      derive::rows_with(
          name, std::move(typed), tables::ids(input_domain),
          Identity("derive").add(identity_of(input_domain)).add(name).add(expression.text())));
}

/// `table >> then_derive("decade", age // 10)`.
[[nodiscard]] inline auto then_derive(std::string name, RowExpression expression) {
  return Partial{[name = std::move(name), expression = std::move(expression)](
                     const auto& input_domain, const auto& input_metric) {
    return make_derive(input_domain, input_metric, name, expression);
  }};
}

}  // namespace scrim
