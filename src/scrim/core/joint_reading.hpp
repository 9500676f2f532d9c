// Several accumulations that one reader reads for, at less than what they cost one by one: those of
// the same rows, or one for each key that rows have.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "scrim/columns/block.hpp"
#include "scrim/core/accumulation_state.hpp"
#include "scrim/core/identity.hpp"

namespace scrim {

/// Reads blocks for several states. Used by one thread.
template <Block In>
class JointReader {
 public:
  JointReader() = default;
  JointReader(const JointReader&) = delete;
  JointReader& operator=(const JointReader&) = delete;
  virtual ~JointReader() = default;

  virtual void update(const In& block) = 0;
  /// Adds to each state what was read since the last time: then it is the state that has read all
  /// of it by itself.
  /// Precondition (caller): the states are of the accumulations that this was made for, in order.
  virtual void hand_over(std::span<AccumulationState<In>* const> states) = 0;
};

/// How an accumulation is read for together with others of its class. It never changes.
template <Block In>
class JointReading {
 public:
  using Start = std::function<std::unique_ptr<JointReader<In>>()>;

  explicit JointReading(Identity rows) : rows_(std::move(rows)) {}
  JointReading(const JointReading&) = delete;
  JointReading& operator=(const JointReading&) = delete;
  virtual ~JointReading() = default;

  /// The row maps before it. Only what lies behind the same ones is read for together.
  [[nodiscard]] const Identity& rows() const noexcept { return rows_; }

  /// What starts readers for all of these, of which this is the first; null if that is no gain.
  /// Precondition (caller): all are of one class, also inside, and lie behind the same row maps.
  [[nodiscard]] virtual Start join(std::span<const JointReading* const> all) const = 0;

 private:
  Identity rows_;
};

/// Reads blocks for a state of each key. Used by one thread.
template <Block In>
class KeyedReader {
 public:
  KeyedReader() = default;
  KeyedReader(const KeyedReader&) = delete;
  KeyedReader& operator=(const KeyedReader&) = delete;
  virtual ~KeyedReader() = default;

  /// Precondition (caller): there is a key for each row, below the number that this was started
  ///   for.
  virtual void update(const In& block, std::span<const std::uint32_t> keys) = 0;
  /// Adds to the state what was read of rows of the key since the last time: then it is the state
  /// that has read them by itself.
  /// Precondition (caller): the state is of the accumulation that this was made for.
  virtual void hand_over(std::uint32_t key, AccumulationState<In>& state) = 0;
};

/// Starts a reader for so many keys.
template <Block In>
using KeyedStart = std::function<std::unique_ptr<KeyedReader<In>>(std::uint32_t keys)>;

/// An accumulator S for many keys of which one, S::Keyed, reads at less than what it costs to bring
/// the rows of each key together: a number or two for each.
///
/// Law: after hand_over the accumulator has the state that it would have had it read the rows of
/// the key that were read since the last time.
template <class S, class In>
concept KeyedAccumulator = requires(const S& initial, typename S::Keyed& keyed, const In& block,
                                    std::span<const std::uint32_t> keys, S& state) {
  { initial.keyed(std::uint32_t{}) } -> std::same_as<typename S::Keyed>;
  keyed.update(block, keys);
  keyed.hand_over(std::uint32_t{}, state);
};

}  // namespace scrim
