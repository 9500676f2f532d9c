// Rows of a column, brought into the element type of a domain block by block.
//
// Proof: column_rows.proof.md
#pragma once

#include <cstddef>
#include <functional>

#include "scrim/any/any_run.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/any/column.hpp"

namespace scrim {

using TakeRows = std::function<void(const AnyRows&)>;

/// Gives the rows [first, first + count) of the column to `take`, in order, each exactly once:
///   - as they lie in memory, in one piece, if they already are elements of the domain without
///     gaps, alignment faults or a map of nulls;
///   - else through a buffer of block_rows rows: numbers are widened, a boolean is 0 or 1, an
///     integer read as a double is rounded to nearest, texts are viewed where they lie, nulls are
///     dropped or replaced.
///
/// Precondition (caller): refusal_of_column has nothing against the column and the domain.
void for_each_row_block(const Column& column, std::size_t first, std::size_t count,
                        const AnyDomain& domain, const NullPolicy& nulls, const TakeRows& take);

}  // namespace scrim
