// An accumulation in progress.
#pragma once

#include <span>

#include "scrim/columns/block.hpp"
#include "scrim/core/state_bytes.hpp"

namespace scrim {

/// One accumulation in progress, with its concrete type hidden.
template <Block In>
class AccumulationState {
 public:
  AccumulationState() = default;
  AccumulationState(const AccumulationState&) = delete;
  AccumulationState& operator=(const AccumulationState&) = delete;
  virtual ~AccumulationState() = default;

  /// Before anything is read: this is of a thread that reads along with `first`. What is random in
  /// a state, and the same for all rows of a run, is that of `first` from now on.
  /// Precondition (caller): `first` was started by the same accumulation; it may be reading
  ///   meanwhile.
  virtual void read_with(const AccumulationState& first) { static_cast<void>(first); }
  virtual void update(const In& block) = 0;
  /// Takes over what was read for this together with others. Not before this does the state tell of
  /// all that it was given: whoever merges it into another, saves or finishes it calls this first.
  virtual void settle() = 0;
  /// Precondition (caller): `other` was started by the same accumulation, and is settled.
  virtual void merge(const AccumulationState& other) = 0;
  /// Settles this, and takes over what the others read, which is then theirs no more: they are of
  /// threads that read along with this, and are used no more. It may be done on as many threads as
  /// there are states. What becomes of this is what settling and merging one by one would make it.
  /// Precondition (caller): the others were started by the same accumulation as this.
  virtual void gather_from(std::span<AccumulationState* const> others) {
    for (AccumulationState* other : others) {
      other->settle();
      merge(*other);
    }
    settle();
  }
  /// Nothing will be merged with this any more: forgets what only tells parts of the rows apart, so
  /// that nothing is left of how they were shared out.
  /// Precondition (caller): this is settled.
  virtual void forget_parts() {}
  /// Precondition (caller): this is settled.
  virtual void save(StateWriter& writer) const = 0;
  virtual void load(StateReader& reader) = 0;
};

}  // namespace scrim
