// A batch that is put together of columns that lie anywhere, for one block after another.
#pragma once

#include <cstddef>
#include <vector>

#include "scrim/columns/batch.hpp"

namespace scrim {

class BatchBuffer {
 public:
  void clear() noexcept { columns_.clear(); }

  void add(const Field& field, const Column& column) {
    const std::size_t place = columns_.size();
    columns_.push_back(column);
    // Blocks of one dataset have the same fields; names are copied once.
    if (place == fields_.size()) {
      fields_.push_back(field);
    } else if (!(fields_[place] == field)) {
      fields_[place] = field;
    }
  }

  /// What was added since it was cleared, where that lies until it is cleared.
  /// Precondition (checked): each column has so many rows.
  [[nodiscard]] Batch batch(std::size_t rows) const {
    return {std::span(fields_).first(columns_.size()), columns_, rows};
  }

 private:
  std::vector<Field> fields_;
  std::vector<Column> columns_;
};

}  // namespace scrim
