// Finds, for many rows at a time, where each falls among sorted candidates.
//
// Proof: candidate_index.proof.md
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "scrim/numbers/number.hpp"

namespace scrim::kernels {

/// Rows that are located together; callers pass at most this many.
inline constexpr std::size_t located_rows = 2048;

/// A sorted list of candidates c_0 < c_1 < … < c_{n-1}, prepared for look-up.
///
/// A row x has the slot 2 i + 1 if it equals c_i, and 2 i if it lies strictly between c_{i-1} and
/// c_i (or beyond the ends). A NaN has slot 0.
///
/// A table of cells divides [c_0, c_{n-1}] evenly, so finely that no two candidates share a cell;
/// then one look-up and one comparison locate a row. Where candidates lie too unevenly for that, a
/// binary search runs on several rows in step, without a branch. Both take the same time for every
/// row.
template <Number T>
class CandidateIndex {
 public:
  /// Precondition (caller): candidates are not empty, strictly increasing and not NaN.
  explicit CandidateIndex(std::span<const T> candidates)
      : candidates_(candidates.begin(), candidates.end()) {
    std::size_t cells = std::bit_ceil(2 * candidates_.size());
    const std::size_t most_cells = std::max(most_table_cells, cells);
    while (cells <= most_cells && !try_table(cells)) cells *= 2;
  }

  [[nodiscard]] std::span<const T> candidates() const noexcept { return candidates_; }
  [[nodiscard]] std::size_t slots() const noexcept { return 2 * candidates_.size() + 1; }
  [[nodiscard]] bool has_table() const noexcept { return !table_.empty(); }

  /// Writes the slot of each row.
  /// Precondition (caller): rows.size() <= located_rows and slots.size() >= rows.size().
  void locate(std::span<const T> rows, std::span<std::uint32_t> slots) const {
    if (has_table()) {
      locate_by_table(rows, slots);
    } else {
      locate_by_search(rows, slots);
    }
  }

 private:
  /// A larger table would leave the second-level cache, where the search is as fast.
  static constexpr std::size_t most_table_cells = std::size_t{1} << 16;

  /// The first candidate that does not lie before the cell, and its slot as if the row were below
  /// it.
  struct Cell {
    T candidate;
    std::uint32_t slot;
  };

  using Unsigned =
      std::conditional_t<Float<T>, std::uint64_t,
                         std::make_unsigned_t<std::conditional_t<Float<T>, std::int64_t, T>>>;

  /// The cell of x: a function that never falls, with cells 0 to the one of the last candidate.
  [[nodiscard]] std::uint32_t cell_of(T x) const {
    const T first = candidates_.front();
    const T last = candidates_.back();
    const T above = x > first ? x : first;  // NaN, like everything below, is sent to the first
    const T within = above < last ? above : last;
    if constexpr (Float<T>) {
      const double place = (static_cast<double>(within) - static_cast<double>(first)) * scale_;
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(place));
    } else {
      const auto distance =
          static_cast<Unsigned>(static_cast<Unsigned>(within) - static_cast<Unsigned>(first));
      return static_cast<std::uint32_t>(distance >> shift_);
    }
  }

  /// Builds the table with at most this many cells; false if two candidates would share one.
  bool try_table(std::size_t cells) {
    if constexpr (Float<T>) {
      const double width =
          static_cast<double>(candidates_.back()) - static_cast<double>(candidates_.front());
      if (!(width < std::numeric_limits<double>::infinity())) return false;
      scale_ = width > 0 ? static_cast<double>(cells - 1) / width : 0.0;
      if (!(scale_ < std::numeric_limits<double>::infinity())) return false;
    } else {
      const auto width = static_cast<Unsigned>(static_cast<Unsigned>(candidates_.back()) -
                                               static_cast<Unsigned>(candidates_.front()));
      shift_ = std::max(
          0, static_cast<int>(std::bit_width(width)) - static_cast<int>(std::bit_width(cells - 1)));
    }
    for (std::size_t i = 1; i < candidates_.size(); ++i) {
      if (cell_of(candidates_[i - 1]) == cell_of(candidates_[i])) return false;
    }
    table_.resize(cell_of(candidates_.back()) + std::size_t{1});
    std::size_t next = 0;
    for (std::size_t cell = 0; cell < table_.size(); ++cell) {
      while (cell_of(candidates_[next]) < cell) ++next;
      table_[cell] = {candidates_[next], static_cast<std::uint32_t>(2 * next)};
    }
    return true;
  }

  [[nodiscard]] static std::uint32_t slot_at(T x, T candidate, std::uint32_t slot_below) {
    return slot_below + static_cast<std::uint32_t>(x >= candidate) +
           static_cast<std::uint32_t>(x > candidate);
  }

  void locate_by_table(std::span<const T> rows, std::span<std::uint32_t> slots) const {
    // Two loops: the first is arithmetic that the compiler vectorises, the second a look-up.
    for (std::size_t i = 0; i < rows.size(); ++i) slots[i] = cell_of(rows[i]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Cell& cell = table_[slots[i]];
      slots[i] = slot_at(rows[i], cell.candidate, cell.slot);
    }
  }

  void locate_by_search(std::span<const T> rows, std::span<std::uint32_t> slots) const {
    constexpr std::size_t in_step = 16;
    std::size_t i = 0;
    for (; i + in_step <= rows.size(); i += in_step) {
      search<in_step>(rows.subspan(i).template first<in_step>(), slots.subspan(i));
    }
    for (; i < rows.size(); ++i) {
      search<1>(rows.subspan(i).template first<1>(), slots.subspan(i));
    }
  }

  /// `base` ends as the first candidate that is not below the row, or the last of all. A step is
  /// taken by a mask, since a branch would be mispredicted half of the time; the rows' loads
  /// overlap.
  template <std::size_t count>
  void search(std::span<const T, count> rows, std::span<std::uint32_t> slots) const {
    const std::span<const T> sorted(candidates_);  // a local, so that writes do not force reloads
    std::array<std::uint32_t, count> base{};
    auto length = static_cast<std::uint32_t>(candidates_.size());
    while (length > 1) {
      const std::uint32_t half = length / 2;
      for (std::size_t row = 0; row < count; ++row) {
        const bool is_below = sorted[base[row] + half - 1] < rows[row];
        base[row] += half & (std::uint32_t{0} - static_cast<std::uint32_t>(is_below));
      }
      length -= half;
    }
    for (std::size_t row = 0; row < count; ++row) {
      slots[row] = slot_at(rows[row], sorted[base[row]], 2 * base[row]);
    }
  }

  std::vector<T> candidates_;
  std::vector<Cell> table_;  // empty: search
  double scale_ = 0.0;       // of cells, for floats
  int shift_ = 0;            // of cells, for integers
};

}  // namespace scrim::kernels
