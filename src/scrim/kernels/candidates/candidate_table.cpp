#include "scrim/kernels/candidates/candidate_table.hpp"

#include <algorithm>
#include <bit>

namespace scrim::kernels {

template <class Key>
std::optional<CandidateTable<Key>> CandidateTable<Key>::try_make(std::span<const Key> candidates) {
  const std::size_t least = std::bit_ceil(2 * candidates.size());
  const std::size_t most = std::min(std::max(least, usual_cells), most_cells);
  for (std::size_t cells = least; cells <= most; cells *= 2) {
    const std::optional<Grid> grid = divide_evenly(candidates.front(), candidates.back(), cells);
    if (!grid) return std::nullopt;
    bool is_shared = false;
    for (std::size_t i = 1; i < candidates.size() && !is_shared; ++i) {
      is_shared = cell_of(*grid, candidates[i - 1]) == cell_of(*grid, candidates[i]);
    }
    if (!is_shared) return CandidateTable(*grid, candidates);
  }
  return std::nullopt;
}

template <class Key>
CandidateTable<Key>::CandidateTable(const Grid& grid, std::span<const Key> candidates)
    : grid_(grid), cells_(cell_of(grid, candidates.back()) + std::size_t{1}) {
  std::size_t next = 0;
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    while (cell_of(grid, candidates[next]) < cell) ++next;
    cells_[cell] = {candidates[next], static_cast<std::uint32_t>(2 * next)};
  }
}

template <class Key>
void CandidateTable<Key>::locate(std::span<const Key> rows, std::span<std::uint32_t> slots) const {
  find_cells(grid_, rows, slots);
  const Cell* const cells = cells_.data();  // a local, so that writes do not force reloads
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Cell& cell = cells[slots[i]];
    slots[i] = cell.slot_below + static_cast<std::uint32_t>(rows[i] >= cell.candidate) +
               static_cast<std::uint32_t>(rows[i] > cell.candidate);
  }
}

template class CandidateTable<double>;
template class CandidateTable<std::int64_t>;

}  // namespace scrim::kernels
