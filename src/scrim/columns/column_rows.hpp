// Rows of a column, brought into the element type of a domain block by block.
//
// Proof: column_rows.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/columns/column.hpp"

namespace scrim {

/// The rows of a column as a RowSource: any thread reads any block of it.
///   - Rows that already are elements of the domain, without gaps, alignment faults or a map of
///     nulls, are given where they lie.
///   - Others go through the buffer: numbers are widened, a boolean is 0 or 1, an integer read as a
///     double is rounded to nearest, texts are viewed where they lie, nulls are dropped or
///     replaced.
///
/// Row is double, std::int64_t, std::uint64_t or std::string_view. The column's memory outlives
/// this, and this the texts that it gives for nulls.
template <class Row>
class ColumnRows {
 public:
  struct Buffer {
    std::vector<Row> rows;
    std::string text;  ///< of code points, as UTF-8
  };

  /// Precondition (caller): the column's type reads_into Row; a value that replaces nulls is a Row
  /// (for texts, a std::string).
  ColumnRows(const Column& column, NullPolicy nulls);

  [[nodiscard]] std::size_t places() const noexcept { return column_.rows; }

  /// Precondition (caller): count <= block_rows and first + count <= places().
  [[nodiscard]] std::span<const Row> block(std::size_t first, std::size_t count,
                                           Buffer& buffer) const;

 private:
  Column column_;
  NullPolicy nulls_;
  bool lies_as_rows_;
  bool may_hold_nulls_;
};

extern template class ColumnRows<double>;
extern template class ColumnRows<std::int64_t>;
extern template class ColumnRows<std::uint64_t>;
extern template class ColumnRows<std::string_view>;

}  // namespace scrim
