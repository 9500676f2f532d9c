#include "scrim/columns/batch.hpp"

#include <algorithm>

#include "scrim/errors/error.hpp"

namespace scrim {

Batch::Batch(std::span<const Field> fields, std::span<const Column> columns)
    : Batch(fields, columns, columns.empty() ? 0 : columns.front().rows) {}

Batch::Batch(std::span<const Field> fields, std::span<const Column> columns, std::size_t rows)
    : fields_(fields), columns_(columns), rows_(rows) {
  if (fields.size() != columns.size()) {
    fail(ErrorKind::mismatch, "a batch has a field for each of its columns");
  }
  if (!std::all_of(columns.begin(), columns.end(),
                   [&](const Column& column) { return column.rows == rows_; })) {
    throw InvokeError(ErrorKind::wrong_size, "the columns of a batch differ in length");
  }
}

}  // namespace scrim
