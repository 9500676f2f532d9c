// Functions of a row, as Python writes them.
#pragma once

#include <string_view>

#include "binding.hpp"
#include "scrim/expressions/row_expression.hpp"

namespace scrim::python {

/// Calls the Python function once, with the symbol of a row, and gives what it computes.
/// Throws TypeError unless it is a function and gives an expression or a number.
[[nodiscard]] RowExpression to_row_expression(nb::handle function, std::string_view name);

/// An expression of the columns of a table: as it is, as a text, or as a function of a row that is
/// called once, with a symbol whose attributes are the columns.
[[nodiscard]] RowExpression to_table_expression(nb::handle value, std::string_view name);

}  // namespace scrim::python
