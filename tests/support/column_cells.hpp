// What a column holds, cell by cell, to compare columns that were read in different ways.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "scrim/readers/cell_column.hpp"

namespace scrim::support {

/// One cell: "-" if it is missing, else "=" and its text or the integer that it is or whose bits it
/// has.
[[nodiscard]] inline std::string cell_at(const readers::CellColumn& column, std::size_t row) {
  if (column.is_missing(row)) return "-";
  switch (column.type()) {
    case readers::CellType::number:
      return "=" + std::to_string(std::bit_cast<std::int64_t>(column.numbers().at(row)));
    case readers::CellType::integer:
      return "=" + std::to_string(column.integers().at(row));
    case readers::CellType::text: {
      const auto begin = static_cast<std::size_t>(column.offsets().at(row));
      const auto end = static_cast<std::size_t>(column.offsets().at(row + 1));
      return "=" + column.text().substr(begin, end - begin);
    }
  }
  return {};
}

using Cells = std::vector<std::string>;

/// Appends the rows of columns to `table`, each as its cells.
inline void append_rows(std::vector<Cells>& table, const std::vector<readers::CellColumn>& columns,
                        std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row) {
    Cells cells;
    for (const auto& column : columns) cells.push_back(cell_at(column, row));
    table.push_back(cells);
  }
}

}  // namespace scrim::support
