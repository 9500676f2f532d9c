// Cells of one column in memory of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/column.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/columns/table_column.hpp"

namespace scrim {

/// Cells of a column, one behind the other: doubles for reals, texts as UTF-8 between offsets,
/// 64-bit integers for everything else.
///
/// Nothing is told apart that rows of a table do not tell apart: where cells may be missing, NaN is
/// kept as missing.
class KeptCells {
 public:
  explicit KeptCells(const TableColumn& column);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  void clear();

  /// Puts rows of a column behind the others, in the order of `rows`, which are places in it.
  /// Precondition (caller): the column reads into what these cells are, and has at most block_rows
  ///   rows.
  void append(const Column& column, std::span<const std::uint32_t> rows);

  // Of reals, of texts, of everything else; where cells may not be missing, a missing one is kept
  // as row_of_unforeseen_null.
  void append(double cell);
  void append(std::string_view cell);
  void append(std::int64_t cell);
  void append_missing();

  /// All cells, where they lie until something is changed.
  [[nodiscard]] Column column() const;
  /// What is known of such a column.
  [[nodiscard]] Field field(std::string name) const;

 private:
  template <class T>
  void append_from(const Column& column, std::span<const std::uint32_t> rows,
                   ColumnBuffer<T>& buffer);
  void note_presence(bool is_there);

  RowKind kind_;
  bool is_nullable_;
  std::size_t size_ = 0;
  std::vector<double> reals_;
  std::vector<std::int64_t> integers_;
  std::vector<std::int64_t> ends_;  // of texts: offsets, one more than there are
  std::string text_;
  std::vector<std::uint8_t> is_there_;  // bits
  ColumnBuffer<double> real_buffer_;
  ColumnBuffer<std::int64_t> integer_buffer_;
  ColumnBuffer<std::string_view> text_buffer_;
};

}  // namespace scrim
