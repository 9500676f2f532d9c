// Cells that were read from a file, as an Arrow record batch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scrim/columns/arrow/arrow_abi.hpp"
#include "scrim/readers/cell_column.hpp"

namespace scrim::readers {

/// Columns of one length, with their names. Whoever gets it through the Arrow interface shares its
/// memory, which lives as long as anyone holds it.
struct CellBatch {
  std::shared_ptr<const std::vector<std::string>> names;
  std::shared_ptr<const std::vector<CellColumn>> columns;

  [[nodiscard]] std::size_t rows() const { return columns->empty() ? 0 : columns->front().rows(); }
};

/// `cell_batch({"age", "city"}, reader.take())`.
/// Precondition (checked): there is a name for each column.
[[nodiscard]] CellBatch cell_batch(std::vector<std::string> names, std::vector<CellColumn> columns);

/// A struct with one field for each column, of which each may be missing.
[[nodiscard]] ArrowOwner<ArrowSchema> schema_of(const CellBatch& batch);
[[nodiscard]] ArrowOwner<ArrowArray> array_of(const CellBatch& batch);

}  // namespace scrim::readers
