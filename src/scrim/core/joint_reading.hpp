// Several accumulations that one reader reads for, at less than what they cost one by one.
#pragma once

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

}  // namespace scrim
