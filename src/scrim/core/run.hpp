// One run of a fold over data that arrives piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/fold.hpp"
#include "scrim/core/row_map.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/spaces/known_size.hpp"

namespace scrim {

/// Reads rows, merges with other runs of the same fold, and is consumed by finish() or save().
///
/// It cannot be copied: a measurement's finish() draws the noise, and finishing the same
/// aggregate twice would be two releases charged as one.
template <class In, class Out>
class Run {
 public:
  Run(Fold<In, Out> fold, KnownSize declared_size)
      : fold_(std::move(fold)), declared_size_(declared_size), state_(fold_.start()) {}

  Run(Run&&) noexcept = default;
  Run& operator=(Run&&) noexcept = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() = default;

  /// Takes any number of rows.
  void update(std::span<const In> rows) {
    require_open();
    for_each_block(rows, [this](std::span<const In> block) { state_->update(block); });
    rows_ = saturating_add(rows_, static_cast<std::uint64_t>(rows.size()));
  }

  /// Takes over what another run of the same fold has read.
  void merge(Run&& other) {
    require_open();
    other.require_open();
    if (this == &other || !fold_.is_same_as(other.fold_)) {
      throw InvokeError(ErrorKind::misuse,
                        "only two different runs started by the same transformation or measurement "
                        "(or a copy of it) can be merged");
    }
    state_->merge(*other.state_);
    rows_ = saturating_add(rows_, other.rows_);
    other.state_.reset();
  }

  /// The run as bytes, to be loaded and merged in another process; call as std::move(run).save().
  /// The bytes are as sensitive as the data: they are the raw aggregate.
  [[nodiscard]] std::vector<std::byte> save() && {
    require_open();
    const auto identity = identity_of(*state_);
    const auto state = std::move(state_);
    StateWriter writer;
    state->save(writer);
    return pack_run(identity, {rows_, writer.bytes()});
  }

  /// A run as it was saved by this fold, or by one of the same functions and parameters.
  ///
  /// Postcondition: throws InvokeError{bad_state} if the bytes are truncated, corrupt, or of
  /// another
  ///   fold; the text depends on the form of the bytes only.
  [[nodiscard]] static Run load(Fold<In, Out> fold, KnownSize declared_size,
                                std::span<const std::byte> bytes) {
    Run run(std::move(fold), declared_size);
    const SavedRun saved = unpack_run(identity_of(*run.state_), bytes);
    StateReader reader(saved.payload);
    run.state_->load(reader);
    if (!reader.is_at_end()) {
      throw InvokeError(ErrorKind::bad_state, "the saved run has bytes to spare behind its state");
    }
    run.rows_ = saved.rows;
    return run;
  }

  /// The value; call as std::move(run).finish().
  [[nodiscard]] Out finish() && {
    require_open();
    const auto state = std::move(state_);
    if (declared_size_ && rows_ != *declared_size_) {
      throw InvokeError(ErrorKind::wrong_size,
                        "the data does not have the number of rows that the domain declares; "
                        "declare the true size, or leave the size unknown");
    }
    return state->finish();
  }

 private:
  [[nodiscard]] static StateIdentity::Digest identity_of(const FoldState<In, Out>& state) {
    StateIdentity identity;
    state.identify(identity);
    return identity.digest();
  }

  void require_open() const {
    if (!state_) {
      throw InvokeError(
          ErrorKind::misuse,
          "this run was finished, saved, merged into another, or moved from; start a new "
          "one");
    }
  }

  Fold<In, Out> fold_;
  KnownSize declared_size_;
  std::unique_ptr<FoldState<In, Out>> state_;
  std::uint64_t rows_ = 0;
};

}  // namespace scrim
