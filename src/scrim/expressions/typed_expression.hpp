// An expression whose operations know the kinds of what they compute.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/row_kind.hpp"
#include "scrim/columns/table_column.hpp"
#include "scrim/expressions/row_expression.hpp"

namespace scrim {

template <Atom Row>
inline constexpr RowKind kind_of_rows =
    Float<Row> ? RowKind::real : (Integer<Row> ? RowKind::integer : RowKind::text);

/// An operation with its kinds. It asks its operands for values of the kind it computes with:
/// integers become floats where they meet floats, conditions the integers 0 and 1, texts that are
/// constants become dates and times where they meet those.
///
/// A row may be without a value: a null, 0 / 0, log(-1), the floor of NaN, a remainder modulo 0.
/// What is computed from no value has none, and compares as NaN does: with nothing. A condition has
/// a value at every row, but for a column of truths, where a null does not hold.
struct TypedExpression {
  RowOperation operation;
  RowKind kind;         ///< of the result
  RowKind compares;     ///< what operands are compared as; of other operations, as `kind`
  bool may_lack_value;  ///< false only if there is a value for every row
  std::vector<TypedExpression> operands;
  // The constants, in the vector for their kind, sorted; conditions are the integers 0 and 1, dates
  // and times the integers that they count.
  std::vector<std::int64_t> integers;
  std::vector<double> reals;
  std::vector<std::string> texts;
  std::size_t field = 0;  ///< the number of the column, of a field
};

/// Postcondition: throws mismatch, in words for whoever wrote the expression, if an operation does
///   not take what it is given; or returns the expression with its kinds.
[[nodiscard]] TypedExpression typed_expression(const RowExpression& expression, RowKind row_kind,
                                               bool row_may_be_nan);

/// The same for rows with these columns, of which texts may be the result, too.
/// Precondition (caller): no two have one name.
[[nodiscard]] TypedExpression typed_expression(const RowExpression& expression,
                                               std::span<const TableColumn> columns);

}  // namespace scrim
