// What an aggregate gathers from rows, apart from what is made of it in the end.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <typeindex>
#include <utility>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/core/accumulation_state.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/joint_reading.hpp"
#include "scrim/core/row_map.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/errors/error.hpp"

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
/// thread and without merging: it says `static constexpr bool keeps_order = true`. What holds the
/// rows it was given, or some of them, says `static constexpr bool holds_rows = true`. What has
/// work to do before it is merged, saved or finished does it in settle(); what takes over states of
/// several threads better than one by one does so in gather_from(states), and is settled then.
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

/// An accumulator S several of which can be read for by one, a `Joint`, at less than what they cost
/// together. S::join gives it, or none where it would be no gain, which depends on parameters
/// alone.
///
/// Law: after hand_over, each of the accumulators has the state that it would have had it read all
/// that the joint one read since the last time. The joint one has read nothing then.
template <class S, class In>
concept JointAccumulator = Accumulator<S, In> && requires(typename S::Joint& joint, const In& block,
                                                          const std::vector<const S*>& all,
                                                          const std::vector<S*>& states) {
  requires std::copyable<typename S::Joint>;
  { S::join(all) } -> std::same_as<std::optional<typename S::Joint>>;
  joint.update(block);
  joint.hand_over(states);
};

/// How an accumulation departs from a function of the multiset of its rows, of a size that does not
/// grow with them.
struct Gathering {
  /// Rows must come in their order, and so on one thread.
  bool keeps_order = false;
  /// What is gathered is random, such as a sample: no two folds share a state. What they would
  /// release is not independent, and each may have been priced as if nothing told of the sample but
  /// its own release. What of it concerns all rows of a run, its states share by read_with.
  bool is_random = false;
  /// A state is made of rows that it was given: those of several threads together are no larger
  /// than that of one, so that a further state costs nothing by itself.
  bool holds_rows = false;

  /// Of both side by side, or one behind the other.
  [[nodiscard]] friend constexpr Gathering operator|(Gathering a, Gathering b) noexcept {
    return {a.keeps_order || b.keeps_order, a.is_random || b.is_random,
            a.holds_rows || b.holds_rows};
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

  Accumulation(Start start, Identity identity, Types types, Gathering gathering,
               std::shared_ptr<const JointReading<In>> joint_reading = nullptr,
               KeyedStart<In> keyed_start = nullptr)
      : about_(std::make_shared<const About>(About{std::move(start),
                                                   std::move(identity),
                                                   std::move(types),
                                                   gathering,
                                                   {},
                                                   std::move(joint_reading),
                                                   std::move(keyed_start)})) {}

  /// Of `factors` side by side.
  Accumulation(Start start, Identity identity, Types types, Gathering gathering,
               std::vector<Accumulation> factors, KeyedStart<In> keyed_start)
      : about_(std::make_shared<const About>(About{std::move(start), std::move(identity),
                                                   std::move(types), gathering, std::move(factors),
                                                   nullptr, std::move(keyed_start)})) {}

  [[nodiscard]] std::unique_ptr<State> start() const { return about_->start(); }
  [[nodiscard]] const Identity& identity() const noexcept { return about_->identity; }
  [[nodiscard]] const Types& types() const noexcept { return about_->types; }

  [[nodiscard]] Gathering gathering() const noexcept { return about_->gathering; }
  [[nodiscard]] bool keeps_order() const noexcept { return about_->gathering.keeps_order; }
  [[nodiscard]] bool is_random() const noexcept { return about_->gathering.is_random; }

  /// What this gathers side by side, if it is a product; none otherwise.
  [[nodiscard]] const std::vector<Accumulation>& factors() const noexcept {
    return about_->factors;
  }

  /// How its states may be read for together with others; null if they may not.
  [[nodiscard]] const JointReading<In>* joint_reading() const noexcept {
    return is_random() || keeps_order() ? nullptr : about_->joint_reading.get();
  }

  /// How its states may be read for by the keys of rows, where there is one for each key; null if
  /// they may not.
  [[nodiscard]] const KeyedStart<In>& keyed_start() const noexcept {
    static const KeyedStart<In> none;
    return is_random() || keeps_order() ? none : about_->keyed_start;
  }

  /// True if one reader may be asked for that reads for states of both: they are of one class, and
  /// lie behind the same row maps.
  [[nodiscard]] bool may_be_read_with(const Accumulation& other) const {
    const auto* const mine = joint_reading();
    const auto* const others = other.joint_reading();
    return mine != nullptr && others != nullptr && types() == other.types() &&
           mine->rows() == others->rows();
  }

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
    std::vector<Accumulation> factors;
    std::shared_ptr<const JointReading<In>> joint_reading;
    KeyedStart<In> keyed_start;
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
  [[nodiscard]] S& held() noexcept { return state_; }

  void update(const In& block) override { state_.update(block); }
  void settle() override {
    if constexpr (requires { state_.settle(); }) state_.settle();
  }
  void merge(const AccumulationState<In>& other) override {
    state_.merge(static_cast<const Holding&>(other).state_);
  }
  void gather_from(std::span<AccumulationState<In>* const> others) override {
    if constexpr (requires(std::span<S* const> states) { state_.gather_from(states); }) {
      std::vector<S*> held;
      for (auto* other : others) held.push_back(&static_cast<Holding*>(other)->state_);
      state_.gather_from(held);
    } else {
      AccumulationState<In>::gather_from(others);
    }
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
  [[nodiscard]] AccumulationState<Middle>& inner() noexcept { return *inner_; }

  void read_with(const AccumulationState<In>& first) override {
    inner_->read_with(static_cast<const BehindRowMap&>(first).inner());
  }
  void update(const In& block) override {
    const Middle rows = rows_->apply(block);
    if (rows.size() != 0) inner_->update(rows);
  }
  void settle() override { inner_->settle(); }
  void merge(const AccumulationState<In>& other) override {
    inner_->merge(static_cast<const BehindRowMap&>(other).inner());
  }
  void gather_from(std::span<AccumulationState<In>* const> others) override {
    std::vector<AccumulationState<Middle>*> inner;
    for (auto* other : others) inner.push_back(&static_cast<BehindRowMap*>(other)->inner());
    inner_->gather_from(inner);
  }
  void forget_parts() override { inner_->forget_parts(); }
  void save(StateWriter& writer) const override { inner_->save(writer); }
  void load(StateReader& reader) override { inner_->load(reader); }

 private:
  std::unique_ptr<RowMapping<In, Middle>> rows_;
  std::unique_ptr<AccumulationState<Middle>> inner_;
};

/// Reads for several accumulators through the one that S joins them to.
template <class S, Block In>
class JointlyHeld final : public JointReading<In> {
 public:
  explicit JointlyHeld(S initial) : JointReading<In>(Identity()), initial_(std::move(initial)) {}

  [[nodiscard]] typename JointReading<In>::Start join(
      std::span<const JointReading<In>* const> all) const override {
    std::vector<const S*> accumulators;
    for (const auto* one : all) {
      accumulators.push_back(&static_cast<const JointlyHeld*>(one)->initial_);
    }
    auto joint = S::join(accumulators);
    if (!joint) return nullptr;
    return [joint = *std::move(joint)] { return std::make_unique<Reader>(joint); };
  }

 private:
  class Reader final : public JointReader<In> {
   public:
    explicit Reader(typename S::Joint joint) : joint_(std::move(joint)) {}

    void update(const In& block) override { joint_.update(block); }
    void hand_over(std::span<AccumulationState<In>* const> states) override {
      std::vector<S*> accumulators;
      for (auto* state : states) {
        accumulators.push_back(&static_cast<Holding<S, In>*>(state)->held());
      }
      joint_.hand_over(accumulators);
    }

   private:
    typename S::Joint joint_;
  };

  S initial_;
};

/// Passes each block through the row map once for all.
template <Block In, Block Middle>
class JointlyBehind final : public JointReading<In> {
 public:
  JointlyBehind(RowMap<In, Middle> rows, Accumulation<Middle> inner)
      : JointReading<In>(rows.identity() + inner.joint_reading()->rows()),
        row_map_(std::move(rows)),
        inner_(std::move(inner)) {}

  [[nodiscard]] typename JointReading<In>::Start join(
      std::span<const JointReading<In>* const> all) const override {
    std::vector<const JointReading<Middle>*> inner;
    for (const auto* one : all) {
      inner.push_back(static_cast<const JointlyBehind*>(one)->inner_.joint_reading());
    }
    auto start = inner_.joint_reading()->join(inner);
    if (!start) return nullptr;
    return [rows = row_map_, start = std::move(start)] {
      return std::make_unique<Reader>(rows.start(), start());
    };
  }

 private:
  class Reader final : public JointReader<In> {
   public:
    Reader(std::unique_ptr<RowMapping<In, Middle>> rows, std::unique_ptr<JointReader<Middle>> inner)
        : rows_(std::move(rows)), inner_(std::move(inner)) {}

    void update(const In& block) override {
      const Middle rows = rows_->apply(block);
      if (rows.size() != 0) inner_->update(rows);
    }
    void hand_over(std::span<AccumulationState<In>* const> states) override {
      std::vector<AccumulationState<Middle>*> inner;
      for (auto* state : states) {
        inner.push_back(&static_cast<BehindRowMap<In, Middle>*>(state)->inner());
      }
      inner_->hand_over(inner);
    }

   private:
    std::unique_ptr<RowMapping<In, Middle>> rows_;
    std::unique_ptr<JointReader<Middle>> inner_;
  };

  RowMap<In, Middle> row_map_;
  Accumulation<Middle> inner_;
};

/// Reads for the accumulators of many keys through the one that S has for them.
template <class S, Block In>
class KeyedHeld final : public KeyedReader<In> {
 public:
  explicit KeyedHeld(typename S::Keyed keyed) : keyed_(std::move(keyed)) {}

  void update(const In& block, std::span<const std::uint32_t> keys) override {
    keyed_.update(block, keys);
  }
  void hand_over(std::uint32_t key, AccumulationState<In>& state) override {
    keyed_.hand_over(key, static_cast<Holding<S, In>&>(state).held());
  }

 private:
  typename S::Keyed keyed_;
};

/// Passes each block through a row map that leaves rows in their places, once for all keys.
template <Block In, Block Middle>
class KeyedBehind final : public KeyedReader<In> {
 public:
  KeyedBehind(std::unique_ptr<RowMapping<In, Middle>> rows,
              std::unique_ptr<KeyedReader<Middle>> inner)
      : rows_(std::move(rows)), inner_(std::move(inner)) {}

  void update(const In& block, std::span<const std::uint32_t> keys) override {
    const Middle rows = rows_->apply(block);
    if (rows.size() != keys.size()) {
      throw InvokeError(ErrorKind::misuse,
                        "a function of rows that should leave them in their places did not");
    }
    inner_->update(rows, keys);
  }
  void hand_over(std::uint32_t key, AccumulationState<In>& state) override {
    inner_->hand_over(key, static_cast<BehindRowMap<In, Middle>&>(state).inner());
  }

 private:
  std::unique_ptr<RowMapping<In, Middle>> rows_;
  std::unique_ptr<KeyedReader<Middle>> inner_;
};

}  // namespace accumulations

/// The accumulation that starts from copies of `initial`.
template <Block In, Accumulator<In> S>
[[nodiscard]] Accumulation<In> make_accumulation(S initial) {
  using Holding = accumulations::Holding<S, In>;
  constexpr bool keeps_order = requires { requires S::keeps_order; };
  constexpr bool holds_rows = requires { requires S::holds_rows; };
  Identity identity = initial.identity();
  std::shared_ptr<const JointReading<In>> joint_reading;
  if constexpr (JointAccumulator<S, In>) {
    joint_reading = std::make_shared<accumulations::JointlyHeld<S, In>>(initial);
  }
  KeyedStart<In> keyed_start;
  if constexpr (KeyedAccumulator<S, In>) {
    keyed_start = [initial](std::uint32_t keys) {
      return std::make_unique<accumulations::KeyedHeld<S, In>>(initial.keyed(keys));
    };
  }
  return Accumulation<In>(
      [initial = std::move(initial)] { return std::make_unique<Holding>(initial); },
      std::move(identity), {typeid(Holding)},
      Gathering{.keeps_order = keeps_order, .holds_rows = holds_rows}, std::move(joint_reading),
      std::move(keyed_start));
}

/// What is gathered from the rows that `rows` gives.
template <Block In, Block Middle>
[[nodiscard]] Accumulation<In> gather_behind(const RowMap<In, Middle>& rows,
                                             const Accumulation<Middle>& inner) {
  using Behind = accumulations::BehindRowMap<In, Middle>;
  auto types = inner.types();
  types.insert(types.begin(), typeid(Behind));
  std::shared_ptr<const JointReading<In>> joint_reading;
  if (inner.joint_reading() != nullptr) {
    joint_reading = std::make_shared<accumulations::JointlyBehind<In, Middle>>(rows, inner);
  }
  KeyedStart<In> keyed_start;
  if (inner.keyed_start() && rows.places() == RowPlaces::stay) {
    keyed_start = [rows, inner](std::uint32_t keys) {
      return std::make_unique<accumulations::KeyedBehind<In, Middle>>(rows.start(),
                                                                      inner.keyed_start()(keys));
    };
  }
  return Accumulation<In>(
      [rows, inner] { return std::make_unique<Behind>(rows.start(), inner.start()); },
      rows.identity() + inner.identity(), std::move(types), inner.gathering(),
      std::move(joint_reading), std::move(keyed_start));
}

}  // namespace scrim
