// Accumulations of the same rows, side by side.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <typeinfo>
#include <utility>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/core/accumulation.hpp"
#include "scrim/core/accumulation_state.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/joint_reading.hpp"
#include "scrim/core/state_bytes.hpp"

namespace scrim {

namespace accumulations {

/// Some factors of a product that are read for together.
template <Block In>
struct ReadTogether {
  std::vector<std::size_t> factors;
  typename JointReading<In>::Start start;
};

/// Several accumulations of the same rows, side by side.
template <Block In>
class Product final : public AccumulationState<In> {
 public:
  using State = AccumulationState<In>;

  /// Precondition (caller): no factor is in two groups.
  Product(const std::vector<Accumulation<In>>& factors,
          const std::vector<ReadTogether<In>>& groups) {
    for (const auto& factor : factors) states_.push_back(factor.start());
    read_alone_ = states_;
    for (const auto& group : groups) {
      std::vector<State*> members;
      for (const std::size_t factor : group.factors) {
        members.push_back(states_[factor].get());
        std::erase(read_alone_, states_[factor]);
      }
      readers_.push_back({group.start(), std::move(members)});
    }
  }

  /// Some factors of `whole`, which has read for them: to be looked at, not updated.
  Product(const Product& whole, std::span<const std::size_t> factors) {
    for (const std::size_t factor : factors) states_.push_back(whole.states_[factor]);
  }

  [[nodiscard]] const State& factor(std::size_t index) const { return *states_[index]; }
  [[nodiscard]] State& factor(std::size_t index) { return *states_[index]; }

  void read_with(const State& first) override {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      states_[i]->read_with(static_cast<const Product&>(first).factor(i));
    }
  }
  void update(const In& block) override {
    for (const auto& state : read_alone_) state->update(block);
    for (const auto& reader : readers_) reader.reading->update(block);
  }
  void settle() override {
    hand_over();
    for (const auto& state : states_) state->settle();
  }
  void merge(const State& other) override {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      states_[i]->merge(static_cast<const Product&>(other).factor(i));
    }
  }
  void gather_from(std::span<State* const> others) override {
    hand_over();
    for (State* other : others) static_cast<Product*>(other)->hand_over();
    std::vector<State*> factors(others.size());
    for (std::size_t i = 0; i < states_.size(); ++i) {
      std::ranges::transform(others, factors.begin(), [i](State* other) {
        return static_cast<Product*>(other)->states_[i].get();
      });
      states_[i]->gather_from(factors);
    }
  }
  void forget_parts() override {
    for (const auto& state : states_) state->forget_parts();
  }
  void save(StateWriter& writer) const override {
    for (const auto& state : states_) state->save(writer);
  }
  void load(StateReader& reader) override {
    for (const auto& state : states_) state->load(reader);
  }

 private:
  struct Reader {
    std::unique_ptr<JointReader<In>> reading;
    std::vector<State*> members;
  };

  void hand_over() {
    for (const auto& reader : readers_) reader.reading->hand_over(reader.members);
  }

  std::vector<std::shared_ptr<State>> states_;
  std::vector<std::shared_ptr<State>> read_alone_;
  std::vector<Reader> readers_;
};

/// Reads for the factors of many products, one for each key.
template <Block In>
class KeyedProduct final : public KeyedReader<In> {
 public:
  explicit KeyedProduct(std::vector<std::unique_ptr<KeyedReader<In>>> factors)
      : factors_(std::move(factors)) {}

  void update(const In& block, std::span<const std::uint32_t> keys) override {
    for (const auto& factor : factors_) factor->update(block, keys);
  }
  void hand_over(std::uint32_t key, AccumulationState<In>& state) override {
    auto& product = static_cast<Product<In>&>(state);
    for (std::size_t i = 0; i < factors_.size(); ++i) {
      factors_[i]->hand_over(key, product.factor(i));
    }
  }

 private:
  std::vector<std::unique_ptr<KeyedReader<In>>> factors_;
};

/// None unless each factor has one.
template <Block In>
[[nodiscard]] KeyedStart<In> keyed_start_of(const std::vector<Accumulation<In>>& factors) {
  if (!std::ranges::all_of(factors, [](const auto& each) { return bool{each.keyed_start()}; })) {
    return nullptr;
  }
  return [factors](std::uint32_t keys) {
    std::vector<std::unique_ptr<KeyedReader<In>>> readers;
    for (const auto& factor : factors) readers.push_back(factor.keyed_start()(keys));
    return std::make_unique<KeyedProduct<In>>(std::move(readers));
  };
}

/// Those of `factors` that are read for together.
template <Block In>
[[nodiscard]] std::vector<ReadTogether<In>> read_together(
    const std::vector<Accumulation<In>>& factors) {
  std::vector<ReadTogether<In>> groups;
  std::vector<bool> is_done(factors.size());
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (is_done[i]) continue;
    std::vector<std::size_t> members;
    std::vector<const JointReading<In>*> readings;
    for (std::size_t j = i; j < factors.size(); ++j) {
      if (is_done[j] || !factors[i].may_be_read_with(factors[j])) continue;
      is_done[j] = true;
      members.push_back(j);
      readings.push_back(factors[j].joint_reading());
    }
    if (members.size() < 2) continue;
    if (auto start = readings.front()->join(readings)) {
      groups.push_back({std::move(members), std::move(start)});
    }
  }
  return groups;
}

}  // namespace accumulations

/// All of `factors` side by side, which read the rows once; those for which one reader can read
/// together, by it.
template <Block In>
[[nodiscard]] Accumulation<In> make_product(const std::vector<Accumulation<In>>& factors) {
  using Product = accumulations::Product<In>;
  Identity identity("product");
  typename Accumulation<In>::Types types{typeid(Product)};
  Gathering gathering;
  for (const auto& factor : factors) {
    gathering = gathering | factor.gathering();
    identity.add(factor.identity());
    types.insert(types.end(), factor.types().begin(), factor.types().end());
  }
  auto groups = accumulations::read_together(factors);
  auto keyed_start = accumulations::keyed_start_of(factors);
  return Accumulation<In>(
      [factors, groups = std::move(groups)] { return std::make_unique<Product>(factors, groups); },
      std::move(identity), std::move(types), gathering, factors, std::move(keyed_start));
}

}  // namespace scrim
