// Rows of a column, brought into the type of rows that a domain has.
//
// Proof: read_column.proof.md
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/columns/column.hpp"
#include "scrim/columns/nullable_rows.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

/// A row without a text: no category equals it, and neither UTF-8 nor a null looks like it.
inline constexpr std::string_view no_text = "\xff";

/// What a null is read as where rows cannot be null, although the column shows one: zero, or no
/// text. Were such rows dropped, their number would show, and what lies in their place is nobody's
/// value.
template <class Row>
[[nodiscard]] constexpr Row row_of_unforeseen_null() noexcept {
  if constexpr (Number<Row>) {
    return Row{0};
  } else {
    return no_text;
  }
}

/// The memory of some block_rows rows that do not lie as they are read.
template <class Row>
struct ColumnBuffer {
  std::vector<Row> rows;
  std::string text;                  ///< of code points, as UTF-8
  std::vector<std::uint32_t> codes;  ///< of rows behind a dictionary
  std::vector<std::uint8_t> bits;    ///< of those that are there
};

/// The rows of a piece of a column, with their nulls.
///   - Rows that already are of type Row, without gaps or alignment faults, are given where they
///   lie.
///   - Others go through the buffer: numbers are widened, a boolean is 0 or 1, an integer read as a
///     double is rounded to nearest, texts are viewed where they lie.
///   - Behind a dictionary texts stay codes, which lie in the buffer.
///   - Dates are days since 1970-01-01 and times microseconds since then, UTC: rounded down, and
///     moved to the end of the range where they exceed it.
/// What is given in the place of a null is some Row; for a text, one that can be looked at.
///
/// Row is double, std::int64_t, std::uint64_t or std::string_view.
/// Precondition (caller): reads_into<Row> says so of the column, or it holds dates or times and Row
///   is std::int64_t; and it has at most block_rows rows.
template <class Row>
[[nodiscard]] NullableRows<Row> read_column(const Column& column, ColumnBuffer<Row>& buffer);

}  // namespace scrim
