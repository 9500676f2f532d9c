// Cells of equal width between the first and the last candidate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace scrim::kernels {

/// Cells 0, 1, … over [first, last]; scale is the number of cells per unit.
struct FloatCells {
  double first;
  double last;
  double scale;
};

/// Cells of 2^shift integers each.
struct IntegerCells {
  std::int64_t first;
  std::int64_t last;
  int shift;
};

/// About this many cells over [first, last], never more; none if doubles cannot express the scale.
/// Precondition (caller): first <= last, neither is NaN; 2 <= cells <= 2^30.
[[nodiscard]] std::optional<FloatCells> divide_evenly(double first, double last, std::size_t cells);
[[nodiscard]] std::optional<IntegerCells> divide_evenly(std::int64_t first, std::int64_t last,
                                                        std::size_t cells);

/// The cell of x, which never falls as x grows. What lies outside is sent to the end on its side,
/// a NaN to the first cell.
[[nodiscard]] constexpr std::uint32_t cell_of(const FloatCells& cells, double x) {
  const double above = x > cells.first ? x : cells.first;
  const double within = above < cells.last ? above : cells.last;
  const double place = (within - cells.first) * cells.scale;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(place));
}
[[nodiscard]] constexpr std::uint32_t cell_of(const IntegerCells& cells, std::int64_t x) {
  const std::int64_t above = x > cells.first ? x : cells.first;
  const std::int64_t within = above < cells.last ? above : cells.last;
  const std::uint64_t distance =
      static_cast<std::uint64_t>(within) - static_cast<std::uint64_t>(cells.first);
  return static_cast<std::uint32_t>(distance >> cells.shift);
}

/// found[i] = cell_of(cells, rows[i]), by vector instructions.
/// Precondition (caller): found.size() >= rows.size().
void find_cells(const FloatCells& cells, std::span<const double> rows,
                std::span<std::uint32_t> found);
void find_cells(const IntegerCells& cells, std::span<const std::int64_t> rows,
                std::span<std::uint32_t> found);

}  // namespace scrim::kernels
