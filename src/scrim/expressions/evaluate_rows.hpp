// An expression as a function of rows.
//
// Proof: evaluate_rows.proof.md
#pragma once

#include <span>

#include "scrim/expressions/typed_expression.hpp"

namespace scrim {

/// Writes the value at rows[i] to out[i], or `otherwise` if it has none.
///
/// Precondition (caller): as many in `out` as rows; In is double, int64, uint64 or string_view, of
///   the kind that the expression was typed for; Out is double if it gives reals, else int64.
/// Postcondition: out[i] depends on rows[i] alone, and is the same for -0.0 and 0.0. Nothing is
///   thrown but for want of memory.
/// Cost: about one pass over a block in the cache for each operation.
template <class In, class Out>
void evaluate_rows(const TypedExpression& expression, std::span<const In> rows, std::span<Out> out,
                   Out otherwise);

}  // namespace scrim
