// A fold in every group of a table whose groups are public keys.
//
// Proof: make_parallel.proof.md
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/block.hpp"
#include "scrim/combinators/parallel/row_partition.hpp"
#include "scrim/core/accumulation.hpp"
#include "scrim/core/domain_identity.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/core/joint_reading.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/spaces/table_domain.hpp"

namespace scrim {

/// The batch that a block is. Those whose types are known only at run time have an overload.
[[nodiscard]] inline Batch batch_of(const Batch& block) { return block; }

namespace accumulations {

/// A state for each key that has a row: what is gathered from those rows alone.
template <Block In>
class InGroups final : public AccumulationState<In> {
 public:
  using State = AccumulationState<In>;

  InGroups(const TableDomain& table, std::uint32_t keys, Accumulation<In> inner)
      : inner_(std::move(inner)),
        states_(keys),
        rows_(table.columns(), keys),
        block_length_(std::clamp(rows_in_buffers / keys, shortest_block, block_rows)),
        codes_(keys) {
    if (keys > most_keys_at_once || !inner_.keyed_start()) return;
    // One more, for rows whose group is no key: it is handed over to nobody.
    reader_ = inner_.keyed_start()(keys + 1);
    has_rows_.resize(std::size_t{keys} + 1);
  }

  [[nodiscard]] std::size_t keys() const noexcept { return states_.size(); }
  /// None if the key has no row.
  [[nodiscard]] const State* state(std::size_t key) const { return states_[key].get(); }

  void update(const In& block) override {
    if (reader_) return read_by_key(batch_of(block));
    rows_.add(batch_of(block));
    if (rows_.is_full()) hand_out();
  }
  void settle() override {
    hand_out();
    for (const auto& state : states_) {
      if (state) state->settle();
    }
  }
  void merge(const State& other) override {
    const auto& others = static_cast<const InGroups&>(other);
    for (std::size_t key = 0; key < states_.size(); ++key) {
      if (const State* theirs = others.state(key)) state_of(key).merge(*theirs);
    }
  }

  void save(StateWriter& writer) const override {
    writer.write_length(static_cast<std::size_t>(
        std::ranges::count_if(states_, [](const auto& state) { return state != nullptr; })));
    for (std::size_t key = 0; key < states_.size(); ++key) {
      if (!states_[key]) continue;
      writer.write(std::uint64_t{key});
      states_[key]->save(writer);
    }
  }
  void load(StateReader& reader) override {
    const std::size_t started = reader.read_length(sizeof(std::uint64_t));
    std::uint64_t least = 0;
    for (std::size_t i = 0; i < started; ++i) {
      const std::uint64_t key = reader.read();
      if (key < least || key >= states_.size()) {
        throw InvokeError(ErrorKind::bad_state,
                          "the saved groups are not in their order, or are not of this table");
      }
      state_of(static_cast<std::size_t>(key)).load(reader);
      least = key + 1;
    }
  }

 private:
  // What lies between the rows and a state may keep a buffer as long as the longest block that it
  // was given. So that these take no more room for many keys than for few, blocks are shorter.
  static constexpr std::size_t rows_in_buffers = std::size_t{1} << 21;
  static constexpr std::size_t shortest_block = 64;
  // A reader for all keys has room for each of them, whether it has rows or not.
  static constexpr std::uint32_t most_keys_at_once = std::uint32_t{1} << 20;

  [[nodiscard]] State& state_of(std::size_t key) {
    if (!states_[key]) states_[key] = inner_.start();
    return *states_[key];
  }

  /// For all keys at once, where rows need not be brought together.
  void read_by_key(const Batch& rows) {
    const auto codes = codes_.of(rows.column(0));
    for (const std::uint32_t code : codes) has_rows_[code] = 1;
    columns_.clear();
    for (std::size_t i = 1; i < rows.fields().size(); ++i) columns_.push_back(rows.column(i));
    reader_->update(In(Batch(rows.fields().subspan(1), columns_, rows.size())), codes);
  }

  void hand_out() {
    for (std::uint32_t key = 0; key + 1 < has_rows_.size(); ++key) {
      if (has_rows_[key] != 0) reader_->hand_over(key, state_of(key));
    }
    std::ranges::fill(has_rows_, 0);
    rows_.hand_out([&](std::uint32_t key, const Batch& rows) {
      State& state = state_of(key);
      for_each_block(rows, [&](const Batch& block) { state.update(In(block)); }, block_length_);
    });
  }

  Accumulation<In> inner_;
  std::vector<std::unique_ptr<State>> states_;
  RowPartition rows_;
  std::size_t block_length_;
  GroupCodes codes_;
  std::unique_ptr<KeyedReader<In>> reader_;  // null where rows are brought together by key
  std::vector<std::uint8_t> has_rows_;       // of each key, since what was read was handed over
  std::vector<Column> columns_;
};

}  // namespace accumulations

/// What `inner` gathers from the rows of each key, where `table` is what a row has beside it.
template <Block In>
[[nodiscard]] Accumulation<In> gather_in_groups(const TableDomain& table, std::uint32_t keys,
                                                const Accumulation<In>& inner) {
  using InGroups = accumulations::InGroups<In>;
  auto types = inner.types();
  types.insert(types.begin(), typeid(InGroups));
  return Accumulation<In>(
      [table, keys, inner] { return std::make_unique<InGroups>(table, keys, inner); },
      Identity("parallel").add(keys).add(identity_of(table)).add(inner.identity()),
      std::move(types), inner.gathering());
}

/// The fold whose value is that of `inner` on the rows of each key, in the order of keys; also of
/// those without rows.
template <Block In, class Out>
[[nodiscard]] Fold<In, std::vector<Out>> grouped_fold(const TableDomain& table, std::uint32_t keys,
                                                      const Fold<In, Out>& inner) {
  using InGroups = accumulations::InGroups<In>;
  return Fold<In, std::vector<Out>>(gather_in_groups(table, keys, inner.accumulation()),
                                    [inner](const AccumulationState<In>& state) {
                                      const auto& groups = static_cast<const InGroups&>(state);
                                      std::vector<Out> values;
                                      values.reserve(groups.keys());
                                      for (std::size_t key = 0; key < groups.keys(); ++key) {
                                        if (const auto* started = groups.state(key)) {
                                          values.push_back(inner.finish(*started));
                                        } else {
                                          const auto empty = inner.accumulation().start();
                                          empty->settle();
                                          values.push_back(inner.finish(*empty));
                                        }
                                      }
                                      return values;
                                    });
}

}  // namespace scrim
