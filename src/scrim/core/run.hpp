// One run of a fold over data that arrives piece by piece.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/core/declared_size.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/core/fold_states.hpp"
#include "scrim/core/read_options.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/spaces/known_size.hpp"

namespace scrim {

/// Reads rows, merges with other runs of the same fold, and is consumed by finish() or save().
///
/// It cannot be copied: a measurement's finish() draws the noise, and finishing the same
/// aggregate twice would be two releases charged as one.
///
/// It is spent by finish() and save(), by being merged away, and by any exception on the way (no
/// memory, a row function that throws): nobody could say what a half-read aggregate is a release
/// of. Only calls that are refused beforehand leave it as it was. A spent run refuses every call.
///
/// A run is used by one thread at a time; different runs, by as many as there are.
template <Block In, class Out>
class Run {
 public:
  Run(Fold<In, Out> fold, KnownSize declared_size)
      : fold_(std::move(fold)),
        declared_size_(declared_size),
        states_(std::make_unique<FoldStates<In>>(fold_.accumulation())) {}

  Run(Run&&) noexcept = default;
  Run& operator=(Run&&) noexcept = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() = default;

  /// Takes any number of rows, reading on as many threads as asked for; returns when all are read.
  ///
  /// Postcondition: throws Error{invalid_argument} if options.threads is 0; or rethrows what a row
  ///   function threw, the same for every number of threads, when all threads have ended.
  void update(const In& rows, ReadOptions options = {}) {
    check_read_options(options);
    auto states = take_states();
    strictly([&] { states->update(rows, options); });
    states_ = std::move(states);
  }

  /// Takes over what another run of the same fold has read.
  void merge(Run&& other) {
    require_open();
    other.require_open();
    if (this == &other || !states_->accumulation().is_copy_of(other.states_->accumulation())) {
      throw InvokeError(ErrorKind::misuse,
                        "only two different runs started by the same transformation or measurement "
                        "(or a copy of it) can be merged");
    }
    auto states = take_states();
    strictly([&] { states->merge(*other.take_states()); });
    states_ = std::move(states);
  }

  /// The run as bytes, to be loaded and merged in another process; call as std::move(run).save().
  /// The bytes are as sensitive as the data: they are the raw aggregate.
  [[nodiscard]] std::vector<std::byte> save() && {
    require_open();
    const auto identity = identity_of(fold_);
    const auto states = take_states();
    StateWriter writer;
    strictly([&] { states->settle().save(writer); });
    return pack_run(identity, {states->rows(), writer.bytes()});
  }

  /// A run as it was saved by this fold, or by one of the same functions and parameters.
  ///
  /// Postcondition: throws InvokeError{bad_state} if the bytes are truncated, corrupt, or of
  /// another
  ///   fold; the text depends on the form of the bytes only.
  [[nodiscard]] static Run load(Fold<In, Out> fold, KnownSize declared_size,
                                std::span<const std::byte> bytes) {
    Run run(std::move(fold), declared_size);
    const SavedRun saved = unpack_run(identity_of(run.fold_), bytes);
    StateReader reader(saved.payload);
    strictly([&] { run.states_->load(reader, saved.rows); });
    if (!reader.is_at_end()) {
      throw InvokeError(ErrorKind::bad_state, "the saved run has bytes to spare behind its state");
    }
    return run;
  }

  /// The value; call as std::move(run).finish(). Noise is drawn here, on the calling thread.
  [[nodiscard]] Out finish() && {
    const auto states = take_states();
    check_row_count(declared_size_, states->rows());
    return strictly([&] { return fold_.finish(states->settle()); });
  }

 private:
  using States = FoldStates<In>;

  [[nodiscard]] static Identity::Digest identity_of(const Fold<In, Out>& fold) {
    const Identity& identity = fold.accumulation().identity();
    if (!identity.is_known()) {
      throw InvokeError(ErrorKind::misuse,
                        "this run goes through a row function without a name, or keeps all rows "
                        "for a function that "
                        "needs them at once, so it cannot be saved or loaded; give make_row_by_row "
                        "an identity that "
                        "tells the function from all others, or chain into an aggregate");
    }
    return identity.digest();
  }

  void require_open() const {
    if (!states_) {
      throw InvokeError(ErrorKind::misuse,
                        "this run was finished, saved, merged into another, moved from, or cut "
                        "short by an error; start a new one");
    }
  }

  /// Leaves the run spent: a call that goes on with it puts the states back when nothing more can
  /// throw.
  [[nodiscard]] std::unique_ptr<States> take_states() {
    require_open();
    return std::move(states_);
  }

  Fold<In, Out> fold_;
  KnownSize declared_size_;
  std::unique_ptr<States> states_;
};

/// See Run::load.
template <Block In, class Out>
[[nodiscard]] Run<In, Out> load_run(const Fold<In, Out>& fold, KnownSize declared_size,
                                    std::span<const std::byte> bytes) {
  return Run<In, Out>::load(fold, declared_size, bytes);
}

}  // namespace scrim
