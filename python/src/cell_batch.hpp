// Cells that were read from a file, as Python passes them on: an Arrow record batch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "binding.hpp"
#include "scrim/readers/cell_column.hpp"

namespace scrim::python {

/// Columns of one length, with their names. Whoever imports it through the Arrow interface shares
/// its memory.
struct CellBatch {
  std::shared_ptr<const std::vector<std::string>> names;
  std::shared_ptr<const std::vector<readers::CellColumn>> columns;

  [[nodiscard]] std::size_t rows() const { return columns->empty() ? 0 : columns->front().rows(); }
};

/// The capsules "arrow_schema" and "arrow_array" of a struct with one field for each column.
[[nodiscard]] nb::tuple to_arrow(const CellBatch& batch);

}  // namespace scrim::python
