// What a run has accumulated: a state for each thread that read for it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/fold.hpp"
#include "scrim/core/read_options.hpp"
#include "scrim/core/row_source.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/core/thread_limits.hpp"
#include "scrim/core/work_on_threads.hpp"
#include "scrim/numbers/integers.hpp"

namespace scrim {

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

  /// Precondition (checked by Run): options.threads > 0.
  template <RowSource<In> Source>
  void update(const Source& source, ReadOptions options) {
    const std::size_t places = source.places();
    const std::size_t threads = threads_worth_having(places, options);
    if (threads == 1) {
      typename Source::Buffer buffer;
      rows_ = saturating_add(rows_, read(source, 0, places, buffer, *states_.front()));
      return;
    }
    if (states_.size() < threads) states_.resize(threads);
    std::vector<std::unique_ptr<typename Source::Buffer>> buffers(threads);
    std::atomic<std::uint64_t> rows{0};
    const std::size_t chunks = (places - 1) / chunk_rows + 1;
    work_on_threads(chunks, threads, [&](std::size_t worker, std::size_t chunk) {
      auto& state = states_[worker];
      auto& buffer = buffers[worker];
      // Here, so that their memory is the thread's own.
      if (!state) state = fold_.start();
      if (!buffer) buffer = std::make_unique<typename Source::Buffer>();
      const std::size_t first = chunk * chunk_rows;
      rows += read(source, first, std::min(first + chunk_rows, places), *buffer, *state);
    });
    rows_ = saturating_add(rows_, rows.load());
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
  /// Reads the places [first, end); gives the number of rows there.
  template <class Source>
  [[nodiscard]] static std::uint64_t read(const Source& source, std::size_t first, std::size_t end,
                                          typename Source::Buffer& buffer,
                                          FoldState<In, Out>& state) {
    std::uint64_t rows = 0;
    for_each_block(source, first, end, buffer, [&](std::span<const In> block) {
      rows += block.size();
      state.update(block);
    });
    return rows;
  }

  [[nodiscard]] std::size_t threads_worth_having(std::size_t places, ReadOptions options) {
    const std::size_t busy = std::min(options.threads, threads_kept_busy_by(places));
    if (busy == 1) return 1;
    if (!state_bytes_) {
      StateWriter writer;
      states_.front()->save(writer);
      state_bytes_ = writer.bytes().size();
    }
    const std::uint64_t given = saturating_add(rows_, std::uint64_t{places});
    const std::uint64_t paid_for = states_paid_for_by(given, *state_bytes_);
    return static_cast<std::size_t>(std::min<std::uint64_t>(busy, paid_for));
  }

  Fold<In, Out> fold_;
  std::vector<std::unique_ptr<FoldState<In, Out>>> states_;  // the first is always there
  std::optional<std::size_t> state_bytes_;
  std::uint64_t rows_ = 0;
};

}  // namespace scrim
