// Several columns of one length that are known only at run time, as a block.
//
// Proof: read_column.proof.md
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "scrim/columns/column.hpp"

namespace scrim {

/// What is known of a column before any row of it is read. It is public.
struct Field {
  std::string name = {};
  ColumnType type = ColumnType::float64;  ///< of the rows, or of the indices of a dictionary
  bool is_dictionary = false;
  bool is_nullable = false;

  friend bool operator==(const Field&, const Field&) = default;
};

/// A block whose row i is made of row i of each column. It looks at fields and columns that whoever
/// made them keeps.
class Batch {
 public:
  /// Precondition (checked): there is a field for each column, and they have one length.
  Batch(std::span<const Field> fields, std::span<const Column> columns);
  /// The same for a batch that may have no column at all, and has rows.
  /// Precondition (checked): each column has so many rows.
  Batch(std::span<const Field> fields, std::span<const Column> columns, std::size_t rows);

  [[nodiscard]] std::size_t size() const noexcept { return rows_; }
  /// Precondition (caller): first + count <= size().
  [[nodiscard]] Batch subspan(std::size_t first, std::size_t count) const noexcept {
    Batch part = *this;
    part.first_ += first;
    part.rows_ = count;
    return part;
  }

  [[nodiscard]] std::span<const Field> fields() const noexcept { return fields_; }
  /// Column number i, where it lies.
  [[nodiscard]] Column column(std::size_t i) const noexcept {
    return columns_[i].subspan(first_, rows_);
  }

 private:
  std::span<const Field> fields_;
  std::span<const Column> columns_;
  std::size_t first_ = 0;
  std::size_t rows_;
};

}  // namespace scrim
