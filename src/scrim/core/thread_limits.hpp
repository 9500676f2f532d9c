// How many threads are worth having, and how much of the work each takes at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "scrim/columns/block.hpp"
#include "scrim/numbers/integers.hpp"

namespace scrim {

/// Rows that a thread takes at a time: some twenty microseconds, long against taking the next
/// chunk, short against what is read on threads at all. Whole blocks, so that blocks are the same
/// on one thread and on several.
inline constexpr std::size_t chunk_rows = 4 * block_rows;

/// As many threads read as have this many rows each. Starting and ending a thread takes 20
/// microseconds, in which some 8000 rows are clamped and counted; on a busy machine it waits for
/// its turn, and the caller for it, a good deal longer.
inline constexpr std::size_t rows_per_thread = 8 * chunk_rows;

/// A state for a further thread is started only when the run has been given this many rows for each
/// byte that a state is saved as. For counts among candidates, a saved byte is four in memory and
/// takes the time of 0.2 to 1.3 rows to make and merge: so the states of all threads take an eighth
/// of the memory of as many 8-byte rows, at most, and a third of the time.
inline constexpr std::uint64_t rows_per_state_byte = 4;

/// How many threads have enough to do with this many rows; at least one.
[[nodiscard]] constexpr std::size_t threads_kept_busy_by(std::size_t rows) {
  return std::max<std::size_t>(1, rows / rows_per_thread);
}

/// How many states of that size a run of this many rows pays for; at least one.
[[nodiscard]] constexpr std::uint64_t states_paid_for_by(std::uint64_t rows,
                                                         std::uint64_t state_bytes) {
  const std::uint64_t price = saturating_mul(rows_per_state_byte, state_bytes);
  return saturating_add(std::uint64_t{1}, rows / std::max<std::uint64_t>(1, price));
}

}  // namespace scrim
