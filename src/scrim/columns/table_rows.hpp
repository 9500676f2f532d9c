// Rows of a table in memory of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/kept_cells.hpp"
#include "scrim/columns/table_column.hpp"

namespace scrim {

/// Rows, one behind the other, a KeptCells for each column. A table without columns has rows,
/// too: they can be counted.
class TableRows {
 public:
  TableRows() = default;
  explicit TableRows(std::span<const TableColumn> columns);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  void clear();

  /// Puts rows of a batch behind the others, in the order of `rows`, which are places in it.
  /// Precondition (caller): its columns are those of the table, in their order, and it has at most
  ///   block_rows rows.
  void append(const Batch& batch, std::span<const std::uint32_t> rows);
  /// All of its rows, however many.
  void append(const Batch& batch);

  /// To put single cells behind the others: one to each column, and then say so by add_row().
  [[nodiscard]] KeptCells& cells(std::size_t column) noexcept { return cells_[column]; }
  void add_row() noexcept { ++size_; }

  /// All rows, where they lie until something is changed.
  [[nodiscard]] Batch batch();

 private:
  std::vector<KeptCells> cells_;
  std::vector<Field> fields_;
  std::vector<Column> columns_;  // of the last batch()
  std::size_t size_ = 0;
};

}  // namespace scrim
