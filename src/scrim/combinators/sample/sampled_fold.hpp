// A fold of a sample of the rows, or of the persons, which it draws itself.
//
// Proof: make_sample.proof.md
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/block.hpp"
#include "scrim/columns/gather_rows.hpp"
#include "scrim/combinators/sample/row_chooser.hpp"
#include "scrim/core/accumulation.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

/// The table that a block is of; null if it is of none. Those whose types are known only at run
/// time have an overload.
template <Block In>
[[nodiscard]] const Batch* table_of(const In& block) {
  if constexpr (std::same_as<In, Batch>) {
    return &block;
  } else {
    return nullptr;
  }
}

namespace accumulations {

/// Whether the rows of a block can be copied one behind the other into memory of their own.
template <class In>
inline constexpr bool is_span_of_numbers = false;
template <class T>
inline constexpr bool is_span_of_numbers<std::span<const T>> =
    std::is_arithmetic_v<T> && !std::same_as<T, bool>;

/// Where taken rows are brought together: samples lie scattered, and a fold is quick on blocks, not
/// on single rows.
template <class In>
struct SampleBuffer {};
template <class T>
  requires is_span_of_numbers<std::span<const T>>
struct SampleBuffer<std::span<const T>> {
  std::vector<T> rows;
};
template <class In>
  requires std::constructible_from<In, Batch>
struct SampleBuffer<In> {
  std::vector<std::uint32_t> places;
  GatheredRows rows;
};

/// Gathers from the rows that a chooser takes. Started afresh for each run, so no two runs have a
/// sample in common.
template <Block In>
class OfSample final : public AccumulationState<In> {
 public:
  using State = AccumulationState<In>;

  OfSample(const SampleScheme& scheme, std::unique_ptr<State> inner)
      : chooser_(scheme.start()),
        is_drawn_in_parts_(scheme.is_drawn_in_parts),
        inner_(std::move(inner)) {}

  [[nodiscard]] const State& inner() const noexcept { return *inner_; }

  void read_with(const State& first) override {
    const auto& theirs = static_cast<const OfSample&>(first);
    chooser_->choose_with(*theirs.chooser_);
    inner_->read_with(*theirs.inner_);
  }
  void update(const In& block) override {
    const Batch* table = table_of(block);
    chooser_->choose({block.size(), table}, chosen_);
    if (chosen_.empty()) return;
    if (chosen_.front().count == block.size()) {
      inner_->update(block);
    } else if constexpr (is_span_of_numbers<In>) {
      buffer_.rows.clear();
      for (const RowRange& range : chosen_) {
        const In rows = block.subspan(range.first, range.count);
        buffer_.rows.insert(buffer_.rows.end(), rows.begin(), rows.end());
      }
      inner_->update(In(buffer_.rows));
    } else {
      if constexpr (std::constructible_from<In, Batch>) {
        if (table != nullptr) {
          inner_->update(In(buffer_.rows.gather(*table, places_chosen())));
          return;
        }
      }
      for (const RowRange& range : chosen_) inner_->update(block.subspan(range.first, range.count));
    }
  }

  void settle() override { inner_->settle(); }
  void merge(const State& other) override {
    if (!is_drawn_in_parts_) {
      throw InvokeError(ErrorKind::misuse,
                        "a sample of persons, or of a fixed size, is drawn by one run over all "
                        "rows: two of them cannot be merged");
    }
    inner_->merge(static_cast<const OfSample&>(other).inner());
  }
  void gather_from(std::span<State* const> others) override {
    std::vector<State*> inner;
    for (State* other : others) {
      const auto& theirs = static_cast<const OfSample&>(*other);
      chooser_->agree_with(*theirs.chooser_);
      inner.push_back(theirs.inner_.get());
    }
    inner_->gather_from(inner);
  }

  /// To tell how large a state is. It is not saved: its identity is unknown.
  void save(StateWriter& writer) const override { inner_->save(writer); }
  void load(StateReader&) override {
    throw InvokeError(ErrorKind::misuse, "a state that draws a sample cannot be loaded");
  }

 private:
  [[nodiscard]] std::span<const std::uint32_t> places_chosen() {
    buffer_.places.clear();
    for (const RowRange& range : chosen_) {
      for (std::size_t i = 0; i < range.count; ++i) {
        buffer_.places.push_back(static_cast<std::uint32_t>(range.first + i));
      }
    }
    return buffer_.places;
  }

  std::unique_ptr<RowChooser> chooser_;
  bool is_drawn_in_parts_;
  std::unique_ptr<State> inner_;
  std::vector<RowRange> chosen_;
  [[no_unique_address]] SampleBuffer<In> buffer_;
};

}  // namespace accumulations

/// What `inner` gathers from a sample.
///
/// It is random, so that no other fold shares its states, and its identity is unknown, so that a
/// state is never saved: loaded twice, one sample would serve two releases.
template <Block In>
[[nodiscard]] Accumulation<In> gather_sampled(const SampleScheme& scheme,
                                              const Accumulation<In>& inner) {
  using OfSample = accumulations::OfSample<In>;
  auto types = inner.types();
  types.insert(types.begin(), typeid(OfSample));
  const Gathering gathering{.keeps_order = scheme.keeps_order, .is_random = true};
  return Accumulation<In>(
      [scheme, inner] { return std::make_unique<OfSample>(scheme, inner.start()); },
      Identity::unknown(), std::move(types), inner.gathering() | gathering);
}

/// The fold whose value is that of `inner` on a sample of the rows, drawn afresh for each value.
template <Block In, class Out>
[[nodiscard]] Fold<In, Out> sampled_fold(const SampleScheme& scheme, const Fold<In, Out>& inner) {
  using OfSample = accumulations::OfSample<In>;
  return Fold<In, Out>(gather_sampled(scheme, inner.accumulation()),
                       [inner](const AccumulationState<In>& state) {
                         return inner.finish(static_cast<const OfSample&>(state).inner());
                       });
}

}  // namespace scrim
