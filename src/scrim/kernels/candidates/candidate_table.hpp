// Locates rows among evenly spread candidates: one look-up and one comparison a row.
//
// Proof: candidate_index.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "scrim/kernels/candidates/cell_grid.hpp"

namespace scrim::kernels {

/// A table of cells so fine that no two candidates share one.
template <class Key>
class CandidateTable {
  static_assert(std::is_same_v<Key, double> || std::is_same_v<Key, std::int64_t>);

 public:
  /// A larger table leaves the second-level cache. It pays only where there are so many candidates
  /// that the tree would leave it too.
  static constexpr std::size_t usual_cells = std::size_t{1} << 16;
  /// 64 MiB.
  static constexpr std::size_t most_cells = std::size_t{1} << 22;

  /// The smallest such table, if there is one of at most usual_cells (for many candidates: of the
  /// least power of two from twice their number on) and most_cells.
  /// Precondition (caller): candidates are not empty, strictly increasing and not NaN.
  [[nodiscard]] static std::optional<CandidateTable> try_make(std::span<const Key> candidates);

  /// Writes the slot of each row (see CandidateIndex).
  /// Precondition (caller): slots.size() >= rows.size().
  void locate(std::span<const Key> rows, std::span<std::uint32_t> slots) const;

 private:
  using Grid = std::conditional_t<std::is_same_v<Key, double>, FloatCells, IntegerCells>;

  /// The first candidate that does not lie before the cell, and the slot of a row just below it.
  struct Cell {
    Key candidate;
    std::uint32_t slot_below;
  };

  CandidateTable(const Grid& grid, std::span<const Key> candidates);

  Grid grid_;
  std::vector<Cell> cells_;
};

extern template class CandidateTable<double>;
extern template class CandidateTable<std::int64_t>;

}  // namespace scrim::kernels
