// What a run has accumulated: a state for each thread that read for it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/core/accumulation.hpp"
#include "scrim/core/read_options.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/core/thread_limits.hpp"
#include "scrim/core/work_on_threads.hpp"
#include "scrim/numbers/integers.hpp"

namespace scrim {

/// One state, or several that are yet to be merged: those of the threads that helped to read. They
/// are kept from one update to the next, so that a stream of short pieces pays once for them.
///
/// If a member function throws, rows may have been read in part; whoever holds this must drop it.
template <Block In>
class FoldStates {
 public:
  explicit FoldStates(Accumulation<In> accumulation) : accumulation_(std::move(accumulation)) {
    states_.push_back(accumulation_.start());
  }

  [[nodiscard]] const Accumulation<In>& accumulation() const noexcept { return accumulation_; }

  /// How many rows went in; stays at the largest number rather than wrap.
  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }

  /// Precondition (checked by Run): options.threads > 0.
  void update(const In& rows, ReadOptions options) {
    const std::size_t threads = threads_worth_having(rows.size(), options);
    if (threads == 1) {
      read(rows, *states_.front());
    } else {
      if (states_.size() < threads) states_.resize(threads);
      const std::size_t chunks = (rows.size() - 1) / chunk_rows + 1;
      work_on_threads(chunks, threads, [&](std::size_t worker, std::size_t chunk) {
        auto& state = states_[worker];
        if (!state) {
          state = accumulation_.start();  // here, so that its memory is the thread's own
          state->read_with(*states_.front());
        }
        const std::size_t first = chunk * chunk_rows;
        read(rows.subspan(first, std::min(chunk_rows, rows.size() - first)), *state);
      });
    }
    rows_ = saturating_add(rows_, std::uint64_t{rows.size()});
  }

  /// Precondition (checked by Run): both are of one accumulation, and `other` is not this.
  void merge(FoldStates& other) {
    states_.front()->merge(other.settle());
    rows_ = saturating_add(rows_, other.rows_);
  }

  void load(StateReader& reader, std::uint64_t rows) {
    states_.front()->load(reader);
    rows_ = rows;
  }

  /// The one state that all of them are, merged.
  [[nodiscard]] const AccumulationState<In>& settle() {
    std::vector<AccumulationState<In>*> helpers;
    for (std::size_t i = 1; i < states_.size(); ++i) {
      if (states_[i]) helpers.push_back(states_[i].get());
    }
    states_.front()->gather_from(helpers);
    states_.resize(1);
    return *states_.front();
  }

  /// The same, when all parts of the rows are there.
  [[nodiscard]] const AccumulationState<In>& settle_whole() {
    static_cast<void>(settle());
    states_.front()->forget_parts();
    return *states_.front();
  }

 private:
  static void read(const In& rows, AccumulationState<In>& state) {
    for_each_block(rows, [&](const In& block) { state.update(block); });
  }

  [[nodiscard]] std::size_t threads_worth_having(std::size_t rows, ReadOptions options) {
    if (accumulation_.keeps_order()) return 1;
    const std::size_t busy = std::min(options.threads, threads_kept_busy_by(rows));
    if (busy == 1 || accumulation_.gathering().holds_rows) return busy;
    if (rows_ >= measured_until_) {  // a state may grow with the rows, so it is measured again
      StateWriter writer;
      states_.front()->settle();
      states_.front()->save(writer);
      state_bytes_ = writer.bytes().size();
      measured_until_ = saturating_mul(std::uint64_t{2}, rows_);
    }
    const std::uint64_t given = saturating_add(rows_, std::uint64_t{rows});
    const std::uint64_t paid_for = states_paid_for_by(given, state_bytes_);
    return static_cast<std::size_t>(std::min<std::uint64_t>(busy, paid_for));
  }

  Accumulation<In> accumulation_;
  std::vector<std::unique_ptr<AccumulationState<In>>> states_;  // the first is always there
  std::uint64_t rows_ = 0;
  std::uint64_t state_bytes_ = 0;  // of the first state, until twice as many rows went in
  std::uint64_t measured_until_ = 0;
};

}  // namespace scrim
