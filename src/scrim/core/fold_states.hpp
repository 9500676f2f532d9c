// What a run has accumulated: a state for each thread that read for it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/fold.hpp"
#include "scrim/core/read_options.hpp"
#include "scrim/core/row_map.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/core/work_on_threads.hpp"
#include "scrim/numbers/integers.hpp"

namespace scrim {

/// Rows that a thread takes at a time: some twenty microseconds, long against taking the next
/// chunk, short against what is read on threads at all.
inline constexpr std::size_t chunk_rows = 4 * block_rows;

/// As many threads read as have this many rows each. Starting and ending a thread takes 20
/// microseconds, in which some 8000 rows are clamped and counted; on a busy machine it waits for
/// its turn, and the caller for it, a good deal longer.
inline constexpr std::size_t rows_per_thread = 8 * chunk_rows;

/// A further thread, with a state of its own, is started only when the run has been given this many
/// rows for each byte that a state is saved as. For counts among candidates, a saved byte is four
/// in memory and takes the time of 0.2 to 1.3 rows to make and merge: so the states of all threads
/// take an eighth of the memory of as many 8-byte rows, at most, and a third of the time.
inline constexpr std::uint64_t rows_per_state_byte = 4;

/// One state, or several that are yet to be merged: those of the threads that helped to read. They
/// are kept from one update to the next, so that a stream of short pieces pays once for them.
///
/// If a member function throws, rows may have been read in part; whoever holds this must drop it.
template <class In, class Out>
class FoldStates {
 public:
  explicit FoldStates(Fold<In, Out> fold) : fold_(std::move(fold)) {
    states_.push_back(fold_.start());
  }

  [[nodiscard]] const Fold<In, Out>& fold() const noexcept { return fold_; }

  /// How many rows went in; stays at the largest number rather than wrap.
  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }

  void update(std::span<const In> rows, ReadOptions options) {
    rows_ = saturating_add(rows_, std::uint64_t{rows.size()});
    const std::size_t threads = threads_worth_having(rows.size(), options);
    if (threads == 1) {
      read(rows, *states_.front());
      return;
    }
    if (states_.size() < threads) states_.resize(threads);
    const std::size_t chunks = (rows.size() - 1) / chunk_rows + 1;
    work_on_threads(chunks, threads, [&](std::size_t worker, std::size_t chunk) {
      auto& state = states_[worker];
      if (!state) state = fold_.start();  // here, so that its memory is the thread's own
      const auto from = rows.subspan(chunk * chunk_rows);
      read(from.first(std::min(from.size(), chunk_rows)), *state);
    });
  }

  /// Precondition (checked by Run): both are of one fold, and `other` is not this.
  void merge(FoldStates& other) {
    states_.front()->merge(other.settle());
    rows_ = saturating_add(rows_, other.rows_);
  }

  void load(StateReader& reader, std::uint64_t rows) {
    states_.front()->load(reader);
    rows_ = rows;
  }

  [[nodiscard]] StateIdentity::Digest identity() const {
    StateIdentity identity;
    states_.front()->identify(identity);
    return identity.digest();
  }

  /// The one state that all of them are, merged.
  [[nodiscard]] FoldState<In, Out>& settle() {
    while (states_.size() > 1) {
      if (states_.back()) states_.front()->merge(*states_.back());
      states_.pop_back();
    }
    return *states_.front();
  }

 private:
  static void read(std::span<const In> rows, FoldState<In, Out>& state) {
    for_each_block(rows, [&state](std::span<const In> block) { state.update(block); });
  }

  [[nodiscard]] std::size_t threads_worth_having(std::size_t rows, ReadOptions options) {
    const std::size_t busy = std::min(options.threads, rows / rows_per_thread);
    if (busy <= 1) return 1;
    if (!state_bytes_) {
      StateWriter writer;
      states_.front()->save(writer);
      state_bytes_ = writer.bytes().size();
    }
    const std::uint64_t rows_per_state =
        saturating_mul(rows_per_state_byte, std::uint64_t{*state_bytes_});
    const std::uint64_t affordable = 1 + rows_ / std::max<std::uint64_t>(1, rows_per_state);
    return static_cast<std::size_t>(std::min<std::uint64_t>(busy, affordable));
  }

  Fold<In, Out> fold_;
  std::vector<std::unique_ptr<FoldState<In, Out>>> states_;  // the first is always there
  std::optional<std::size_t> state_bytes_;
  std::uint64_t rows_ = 0;
};

}  // namespace scrim
