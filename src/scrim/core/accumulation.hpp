// What an aggregate gathers from rows, apart from what is made of it in the end.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <typeindex>
#include <utility>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/row_map.hpp"
#include "scrim/core/state_bytes.hpp"

namespace scrim {

/// What a fold gathers. The constructor of a fold supplies this as a plain value type.
///
/// Law: a state is a function of the *multiset* of rows that went into it. Blocks may be given in
/// any order, to any number of copies of the initial state, which are merged in any order: the
/// state is the same, and so are what is made of it and its saved bytes. Threads take blocks as
/// they come, so that without this law a release would depend on how they were scheduled. It holds
/// if the state is a sum of one term a row in a commutative monoid whose operation is exact, such
/// as counts that saturate: min(a + b, M) is associative and commutative on numbers that are not
/// negative, and 0 is neutral. Sums of floats that round do not obey it, nor does "the first row".
/// tests/lab/law_of_folds.hpp checks it for every registered fold.
///
/// A copy and its original share nothing that changes: they are updated by different threads.
///
/// What has to keep the order of rows is no aggregate, but may be gathered all the same, on one
/// thread and without merging: it says `static constexpr bool keeps_order = true`.
///
/// identity() tells it from others that gather something else: its name, the version of what it
/// saves, its parameters. save() and load() write and read what depends on data.
template <class S, class In>
concept Accumulator =
    std::copyable<S> && Block<In> &&
    requires(S& state, const S& other, const In& block, StateWriter& writer, StateReader& reader) {
      state.update(block);
      state.merge(other);
      { other.identity() } -> std::same_as<Identity>;
      other.save(writer);
      state.load(reader);
    };

/// One accumulation in progress, with its concrete type hidden.
template <Block In>
class AccumulationState {
 public:
  AccumulationState() = default;
  AccumulationState(const AccumulationState&) = delete;
  AccumulationState& operator=(const AccumulationState&) = delete;
  virtual ~AccumulationState() = default;

  virtual void update(const In& block) = 0;
  /// Precondition (caller): `other` was started by the same accumulation.
  virtual void merge(const AccumulationState& other) = 0;
  virtual void save(StateWriter& writer) const = 0;
  virtual void load(StateReader& reader) = 0;
};

/// How an accumulation departs from a function of the multiset of its rows.
struct Gathering {
  /// Rows must come in their order, and so on one thread.
  bool keeps_order = false;
  /// What is gathered is random, such as a sample: no two folds share a state. What they would
  /// release is not independent, and each may have been priced as if nothing told of the sample but
  /// its own release.
  bool is_random = false;

  /// Of both side by side, or one behind the other.
  [[nodiscard]] friend constexpr Gathering operator|(Gathering a, Gathering b) noexcept {
    return {a.keeps_order || b.keeps_order, a.is_random || b.is_random};
  }
};

/// Gives fresh states. It never changes, so it and its copies may be used from several threads.
template <Block In>
class Accumulation {
 public:
  using State = AccumulationState<In>;
  using Start = std::function<std::unique_ptr<State>()>;
  /// The classes of a state and of what lies inside it, from the outside in.
  using Types = std::vector<std::type_index>;

  Accumulation(Start start, Identity identity, Types types, Gathering gathering)
      : about_(std::make_shared<const About>(
            About{std::move(start), std::move(identity), std::move(types), gathering})) {}

  [[nodiscard]] std::unique_ptr<State> start() const { return about_->start(); }
  [[nodiscard]] const Identity& identity() const noexcept { return about_->identity; }
  [[nodiscard]] const Types& types() const noexcept { return about_->types; }

  [[nodiscard]] Gathering gathering() const noexcept { return about_->gathering; }
  [[nodiscard]] bool keeps_order() const noexcept { return about_->gathering.keeps_order; }
  [[nodiscard]] bool is_random() const noexcept { return about_->gathering.is_random; }

  /// True if they are copies of one accumulation.
  [[nodiscard]] bool is_copy_of(const Accumulation& other) const noexcept {
    return about_ == other.about_;
  }

  /// True if both gather the same from the same rows, so that the state of one serves the other. A
  /// random one gathers as none, not as its own copy either.
  [[nodiscard]] bool gathers_as(const Accumulation& other) const {
    if (is_random() || other.is_random()) return false;
    return is_copy_of(other) || (identity() == other.identity() && types() == other.types());
  }

 private:
  struct About {
    Start start;
    Identity identity;
    Types types;
    Gathering gathering;
  };

  std::shared_ptr<const About> about_;
};

namespace accumulations {

/// Holds an accumulator by value.
template <class S, Block In>
class Holding final : public AccumulationState<In> {
 public:
  explicit Holding(S state) : state_(std::move(state)) {}

  [[nodiscard]] const S& held() const noexcept { return state_; }

  void update(const In& block) override { state_.update(block); }
  void merge(const AccumulationState<In>& other) override {
    state_.merge(static_cast<const Holding&>(other).state_);
  }
  void save(StateWriter& writer) const override { state_.save(writer); }
  void load(StateReader& reader) override { state_.load(reader); }

 private:
  S state_;
};

/// Passes each block through a row map first.
template <Block In, Block Middle>
class BehindRowMap final : public AccumulationState<In> {
 public:
  BehindRowMap(std::unique_ptr<RowMapping<In, Middle>> rows,
               std::unique_ptr<AccumulationState<Middle>> inner)
      : rows_(std::move(rows)), inner_(std::move(inner)) {}

  [[nodiscard]] const AccumulationState<Middle>& inner() const noexcept { return *inner_; }

  void update(const In& block) override {
    const Middle rows = rows_->apply(block);
    if (rows.size() != 0) inner_->update(rows);
  }
  void merge(const AccumulationState<In>& other) override {
    inner_->merge(static_cast<const BehindRowMap&>(other).inner());
  }
  void save(StateWriter& writer) const override { inner_->save(writer); }
  void load(StateReader& reader) override { inner_->load(reader); }

 private:
  std::unique_ptr<RowMapping<In, Middle>> rows_;
  std::unique_ptr<AccumulationState<Middle>> inner_;
};

/// Several accumulations of the same rows, side by side.
template <Block In>
class Product final : public AccumulationState<In> {
 public:
  explicit Product(const std::vector<Accumulation<In>>& factors) {
    for (const auto& factor : factors) states_.push_back(factor.start());
  }

  [[nodiscard]] const AccumulationState<In>& factor(std::size_t index) const {
    return *states_[index];
  }

  void update(const In& block) override {
    for (const auto& state : states_) state->update(block);
  }
  void merge(const AccumulationState<In>& other) override {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      states_[i]->merge(static_cast<const Product&>(other).factor(i));
    }
  }
  void save(StateWriter& writer) const override {
    for (const auto& state : states_) state->save(writer);
  }
  void load(StateReader& reader) override {
    for (const auto& state : states_) state->load(reader);
  }

 private:
  std::vector<std::unique_ptr<AccumulationState<In>>> states_;
};

}  // namespace accumulations

/// The accumulation that starts from copies of `initial`.
template <Block In, Accumulator<In> S>
[[nodiscard]] Accumulation<In> make_accumulation(S initial) {
  using Holding = accumulations::Holding<S, In>;
  constexpr bool keeps_order = requires { requires S::keeps_order; };
  Identity identity = initial.identity();
  return Accumulation<In>(
      [initial = std::move(initial)] { return std::make_unique<Holding>(initial); },
      std::move(identity), {typeid(Holding)}, Gathering{.keeps_order = keeps_order});
}

/// What is gathered from the rows that `rows` gives.
template <Block In, Block Middle>
[[nodiscard]] Accumulation<In> gather_behind(const RowMap<In, Middle>& rows,
                                             const Accumulation<Middle>& inner) {
  using Behind = accumulations::BehindRowMap<In, Middle>;
  auto types = inner.types();
  types.insert(types.begin(), typeid(Behind));
  return Accumulation<In>(
      [rows, inner] { return std::make_unique<Behind>(rows.start(), inner.start()); },
      rows.identity() + inner.identity(), std::move(types), inner.gathering());
}

/// All of `factors` side by side, which read the rows once.
template <Block In>
[[nodiscard]] Accumulation<In> make_product(std::vector<Accumulation<In>> factors) {
  using Product = accumulations::Product<In>;
  Identity identity("product");
  typename Accumulation<In>::Types types{typeid(Product)};
  Gathering gathering;
  for (const auto& factor : factors) {
    gathering = gathering | factor.gathering();
    identity.add(factor.identity());
    types.insert(types.end(), factor.types().begin(), factor.types().end());
  }
  return Accumulation<In>(
      [factors = std::move(factors)] { return std::make_unique<Product>(factors); },
      std::move(identity), std::move(types), gathering);
}

}  // namespace scrim
