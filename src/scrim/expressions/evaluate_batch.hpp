// An expression as a function of rows with named columns.
//
// Proof: evaluate_rows.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/expressions/field_rows.hpp"
#include "scrim/expressions/typed_expression.hpp"

namespace scrim {

/// The memory of a block of values, and of the columns that they are computed from. Each thread has
/// its own.
struct ExpressionBuffer {
  block::FieldBuffer fields = {};
  std::vector<double> reals = {};
  std::vector<std::int64_t> integers = {};
  std::vector<std::uint8_t> truths = {};
  block::Texts texts = {};
  std::vector<std::uint8_t> bits = {};  ///< of rows that have a value
};

/// What the values of an expression are as a column of that name: float64, int64, boolean,
/// text_here, date_days64 or time_microseconds.
[[nodiscard]] Field field_of_values(const TypedExpression& expression, std::string name);

/// The values at a block of rows, as a column that lies in the buffer until the next call; its
/// texts lie in the batch or in the expression. A row without a value is null, and a value is never
/// NaN.
///
/// Precondition (caller): the expression was typed for columns; the batch has them in their order,
///   from column number `first` on, of types that `reads_as` their kinds, and at most block_rows
///   rows.
/// Postcondition: a value depends on its row alone, and is the same for rows with equal cells
///   (-0.0 and 0.0, any NaN, whatever lies in the place of a null). Nothing is thrown but for want
///   of memory.
/// Cost: about one pass over a block in the cache for each operation and each column that is read.
[[nodiscard]] Column evaluate_batch(const TypedExpression& expression, const Batch& batch,
                                    std::size_t first, ExpressionBuffer& buffer);

/// Where a condition holds: 0 or 1 for each row. Where it has no value it does not hold.
///
/// Precondition (caller): as above, and the expression is of kind truth.
[[nodiscard]] std::span<const std::uint8_t> evaluate_condition(const TypedExpression& condition,
                                                               const Batch& batch,
                                                               std::size_t first,
                                                               ExpressionBuffer& buffer);

}  // namespace scrim
