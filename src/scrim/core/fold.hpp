// Dataset to value: an aggregate that reads rows block by block and merges with its like.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/row_map.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/core/value_map.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

/// What a fold accumulates. The constructor of a fold supplies this as a plain value type.
///
/// Law: a state is a function of the *multiset* of rows that went into it. Blocks may be given in
/// any order, to any number of copies of the initial state, which are merged in any order: the
/// state is the same, and so are its value and its saved bytes. Threads take blocks as they come,
/// so that without this law a release would depend on how they were scheduled. It holds if the
/// state is a sum of one term a row in a commutative monoid whose operation is exact, such as
/// counts that saturate: min(a + b, M) is associative and commutative on numbers that are not
/// negative, and 0 is neutral. Sums of floats that round do not obey it, nor does "the first row".
/// tests/lab/law_of_folds.hpp checks it for every registered fold.
///
/// A copy and its original share nothing that changes: they are updated by different threads.
///
/// identify() feeds its name and parameters to the hash by which saved states are told apart;
/// save() and load() write and read what depends on data.
template <class S, class In, class Out>
concept Accumulator = std::copyable<S> &&
                      requires(S& state, const S& other, std::span<const In> block,
                               StateIdentity& identity, StateWriter& writer, StateReader& reader) {
                        state.update(block);
                        state.merge(other);
                        { state.finish() } -> std::same_as<Out>;
                        other.identify(identity);
                        other.save(writer);
                        state.load(reader);
                      };

/// One accumulation in progress, with its concrete type hidden.
template <class In, class Out>
class FoldState {
 public:
  FoldState() = default;
  FoldState(const FoldState&) = delete;
  FoldState& operator=(const FoldState&) = delete;
  virtual ~FoldState() = default;

  virtual void update(std::span<const In> block) = 0;
  /// Precondition (checked by Run): `other` was started by the same fold.
  virtual void merge(FoldState& other) = 0;
  /// Called once, last.
  [[nodiscard]] virtual Out finish() = 0;

  // What is done to a finished aggregate is no part of the identity: a state saved by the
  // transformation on a worker can be loaded by the measurement that ends in a release.
  virtual void identify(StateIdentity& identity) const = 0;
  virtual void save(StateWriter& writer) const = 0;
  virtual void load(StateReader& reader) = 0;
};

/// An aggregate: start() gives fresh states; finish(merge(update(a), update(b))) = the value of
/// a ++ b. A fold itself never changes, so it and its copies may be used from several threads.
template <class In, class Out>
class Fold {
 public:
  using State = FoldState<In, Out>;
  using Start = std::function<std::unique_ptr<State>()>;

  explicit Fold(Start start) : start_(std::make_shared<const Start>(std::move(start))) {}

  [[nodiscard]] std::unique_ptr<State> start() const { return (*start_)(); }

  /// True if states of both may be merged: they are copies of one fold.
  [[nodiscard]] bool is_same_as(const Fold& other) const noexcept { return start_ == other.start_; }

 private:
  std::shared_ptr<const Start> start_;
};

namespace fold_states {

/// Holds an accumulator by value.
template <class S, class In, class Out>
class Holding final : public FoldState<In, Out> {
 public:
  explicit Holding(S state) : state_(std::move(state)) {}

  void update(std::span<const In> block) override { state_.update(block); }
  void merge(FoldState<In, Out>& other) override {
    state_.merge(static_cast<Holding&>(other).state_);
  }
  Out finish() override { return state_.finish(); }
  void identify(StateIdentity& identity) const override { state_.identify(identity); }
  void save(StateWriter& writer) const override { state_.save(writer); }
  void load(StateReader& reader) override { state_.load(reader); }

 private:
  S state_;
};

/// Passes each block through a row map first.
template <class In, class Middle, class Out>
class AfterRowMap final : public FoldState<In, Out> {
 public:
  AfterRowMap(RowMap<In, Middle> rows, std::unique_ptr<FoldState<Middle, Out>> inner)
      : rows_(std::move(rows)), inner_(std::move(inner)) {}

  void update(std::span<const In> block) override {
    rows_.apply(block, buffer_);
    inner_->update(buffer_);
  }
  void merge(FoldState<In, Out>& other) override {
    inner_->merge(*static_cast<AfterRowMap&>(other).inner_);
  }
  Out finish() override { return inner_->finish(); }
  void identify(StateIdentity& identity) const override {
    if (rows_.name().empty()) {
      throw InvokeError(
          ErrorKind::misuse,
          "this run goes through a row function without a name, so it cannot be saved "
          "or loaded; give make_row_by_row a name that tells it from all others");
    }
    identity.add(rows_.name());
    inner_->identify(identity);
  }
  void save(StateWriter& writer) const override { inner_->save(writer); }
  void load(StateReader& reader) override { inner_->load(reader); }

 private:
  RowMap<In, Middle> rows_;
  std::unique_ptr<FoldState<Middle, Out>> inner_;
  std::vector<Middle> buffer_;
};

/// Applies a value map to the finished aggregate.
template <class In, class Middle, class MiddleView, class Out>
class BeforeValueMap final : public FoldState<In, Out> {
 public:
  BeforeValueMap(std::unique_ptr<FoldState<In, Middle>> inner, ValueMap<MiddleView, Out> value_map)
      : inner_(std::move(inner)), value_map_(std::move(value_map)) {}

  void update(std::span<const In> block) override { inner_->update(block); }
  void merge(FoldState<In, Out>& other) override {
    inner_->merge(*static_cast<BeforeValueMap&>(other).inner_);
  }
  Out finish() override { return value_map_.apply(inner_->finish()); }
  void identify(StateIdentity& identity) const override { inner_->identify(identity); }
  void save(StateWriter& writer) const override { inner_->save(writer); }
  void load(StateReader& reader) override { inner_->load(reader); }

 private:
  std::unique_ptr<FoldState<In, Middle>> inner_;
  ValueMap<MiddleView, Out> value_map_;
};

}  // namespace fold_states

/// The fold that starts from a copy of `initial`.
template <class In, class Out, Accumulator<In, Out> S>
[[nodiscard]] Fold<In, Out> make_fold(S initial) {
  return Fold<In, Out>([initial = std::move(initial)] {
    return std::make_unique<fold_states::Holding<S, In, Out>>(initial);
  });
}

template <class In, class Middle, class Out>
[[nodiscard]] Fold<In, Out> chain_functions(const RowMap<In, Middle>& first,
                                            const Fold<Middle, Out>& second) {
  return Fold<In, Out>([first, second] {
    return std::make_unique<fold_states::AfterRowMap<In, Middle, Out>>(first, second.start());
  });
}

template <class In, class Middle, class MiddleView, class Out>
[[nodiscard]] Fold<In, Out> chain_functions(const Fold<In, Middle>& first,
                                            const ValueMap<MiddleView, Out>& second) {
  return Fold<In, Out>([first, second] {
    return std::make_unique<fold_states::BeforeValueMap<In, Middle, MiddleView, Out>>(first.start(),
                                                                                      second);
  });
}

}  // namespace scrim
