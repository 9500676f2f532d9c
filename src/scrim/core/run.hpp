// One run of a fold over data that arrives piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/core/declared_size.hpp"
#include "scrim/core/domain_identity.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/core/fold_states.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/parts.hpp"
#include "scrim/core/read_options.hpp"
#include "scrim/core/saved_run.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/spaces/known_size.hpp"

namespace scrim {

/// What a run knows of the domain that its rows are of.
struct RunInput {
  KnownSize size = std::nullopt;
  Identity domain = {};
};

template <class D>
[[nodiscard]] RunInput run_input(const D& domain) {
  return {declared_size(domain), identity_of(domain)};
}

/// Reads rows, merges with other runs of the same fold, and is consumed by finish() or save().
///
/// It cannot be copied: a measurement's finish() draws the noise, and finishing the same
/// aggregate twice would be two releases charged as one.
///
/// It is started as one part of the rows, or as the whole. Runs that hold different parts merge,
/// and only when all parts are there can it be finished: no row is released twice or left out
/// because a run was.
///
/// It is spent by finish() and save(), by being merged away, and by any exception on the way (no
/// memory, a row function that throws): nobody could say what a half-read aggregate is a release
/// of. Only calls that are refused beforehand leave it as it was. A spent run refuses every call.
///
/// A run is used by one thread at a time; different runs, by as many as there are.
template <Block In, class Out>
class Run {
 public:
  /// Precondition (checked): part.index < part.count <= Parts::most.
  Run(Fold<In, Out> fold, RunInput input, Part part = {})
      : fold_(std::move(fold)),
        input_(std::move(input)),
        parts_(part),
        states_(std::make_unique<FoldStates<In>>(fold_.accumulation())) {}

  Run(Run&&) noexcept = default;
  Run& operator=(Run&&) noexcept = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() = default;

  /// Takes any number of rows of the parts that the run holds, reading on as many threads as asked
  /// for; returns when all are read.
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
  /// Precondition (checked, else misuse): it holds other parts of the same number of parts.
  void merge(Run&& other) {
    require_open();
    other.require_open();
    if (this == &other || !states_->accumulation().is_copy_of(other.states_->accumulation())) {
      throw InvokeError(ErrorKind::misuse,
                        "only two different runs started by the same transformation or measurement "
                        "(or a copy of it) can be merged");
    }
    Parts parts = parts_.merged_with(other.parts_);
    auto states = take_states();
    strictly([&] { states->merge(*other.take_states()); });
    states_ = std::move(states);
    parts_ = std::move(parts);
  }

  /// The run as bytes, to be loaded and merged in another process; call as std::move(run).save().
  /// The bytes are as sensitive as the data: they are the raw aggregate. With a key, they are
  /// loaded with the same key only, and only as they were saved.
  ///
  /// Precondition (checked): the key has 16 to 4096 bytes.
  [[nodiscard]] std::vector<std::byte> save(std::optional<StateKey> key = std::nullopt) && {
    require_open();
    check_state_key(key);
    const auto identity = digest();
    const auto states = take_states();
    StateWriter writer;
    writer.write(states->rows());
    parts_.save(writer);
    strictly([&] { (parts_.is_whole() ? states->settle_whole() : states->settle()).save(writer); });
    return pack_run(identity, writer.bytes(), key);
  }

  /// A run as it was saved by this fold, or by one of the same domain, functions and parameters.
  ///
  /// Postcondition: throws InvokeError{bad_state} if the bytes are truncated, corrupt, of another
  ///   fold, or not saved with this key; the text depends on the form of the bytes only.
  [[nodiscard]] static Run load(Fold<In, Out> fold, RunInput input,
                                std::span<const std::byte> bytes,
                                std::optional<StateKey> key = std::nullopt) {
    Run run(std::move(fold), std::move(input));
    StateReader reader(unpack_run(run.digest(), bytes, key));
    const std::uint64_t rows = reader.read();
    run.parts_ = Parts::load(reader);
    strictly([&] { run.states_->load(reader, rows); });
    if (!reader.is_at_end()) {
      throw InvokeError(ErrorKind::bad_state, "the saved run has bytes to spare behind its state");
    }
    return run;
  }

  /// The value; call as std::move(run).finish(). Noise is drawn here, on the calling thread.
  /// Precondition (checked, else misuse): all parts are there.
  [[nodiscard]] Out finish() && {
    require_open();
    parts_.require_all();
    const auto states = take_states();
    check_row_count(input_.size, states->rows());
    return strictly([&] { return fold_.finish(states->settle()); });
  }

 private:
  using States = FoldStates<In>;

  [[nodiscard]] Identity::Digest digest() const {
    const Identity identity = Identity().add(input_.domain) + fold_.accumulation().identity();
    if (!identity.is_known()) {
      throw InvokeError(ErrorKind::misuse,
                        "this run goes through a row function without a name, reads a domain of an "
                        "unknown kind, keeps all rows for a function that needs them at once, or "
                        "draws a sample, so it cannot be saved or loaded; give make_row_by_row an "
                        "identity that tells the function from all others, chain into an "
                        "aggregate, or read all rows in one process");
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
  RunInput input_;
  Parts parts_;
  std::unique_ptr<States> states_;
};

/// See Run::load.
template <Block In, class Out>
[[nodiscard]] Run<In, Out> load_run(const Fold<In, Out>& fold, RunInput input,
                                    std::span<const std::byte> bytes, std::optional<StateKey> key) {
  return Run<In, Out>::load(fold, std::move(input), bytes, key);
}

}  // namespace scrim
