// A fold of a sample of the rows, which it draws itself.
//
// Proof: make_sample.proof.md
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/combinators/sample/row_chooser.hpp"
#include "scrim/core/accumulation.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace accumulations {

/// Whether the rows of a block can be copied one behind the other into memory of their own.
template <class In>
inline constexpr bool is_span_of_numbers = false;
template <class T>
inline constexpr bool is_span_of_numbers<std::span<const T>> =
    std::is_arithmetic_v<T> && !std::same_as<T, bool>;

template <class In>
struct SampleBuffer {};
template <class T>
  requires is_span_of_numbers<std::span<const T>>
struct SampleBuffer<std::span<const T>> {
  std::vector<T> rows;
};

/// Gathers from the rows that a chooser takes. Started afresh for each run, so no two runs have a
/// sample in common.
template <Block In>
class OfSample final : public AccumulationState<In> {
 public:
  OfSample(const SampleScheme& scheme, std::unique_ptr<AccumulationState<In>> inner)
      : chooser_(scheme.start()), is_row_by_row_(scheme.is_row_by_row), inner_(std::move(inner)) {}

  [[nodiscard]] const AccumulationState<In>& inner() const noexcept { return *inner_; }

  void update(const In& block) override {
    chooser_->choose(block.size(), chosen_);
    if (chosen_.empty()) return;
    if constexpr (is_span_of_numbers<In>) {
      // Samples lie scattered, and a fold is quick on blocks, not on single rows.
      buffer_.rows.clear();
      for (const RowRange& range : chosen_) {
        const In rows = block.subspan(range.first, range.count);
        buffer_.rows.insert(buffer_.rows.end(), rows.begin(), rows.end());
      }
      inner_->update(In(buffer_.rows));
    } else {
      for (const RowRange& range : chosen_) inner_->update(block.subspan(range.first, range.count));
    }
  }

  void settle() override { inner_->settle(); }
  void merge(const AccumulationState<In>& other) override {
    if (!is_row_by_row_) {
      throw InvokeError(ErrorKind::misuse,
                        "a sample of a fixed size is drawn by one run over all rows: two of them "
                        "cannot be merged");
    }
    inner_->merge(static_cast<const OfSample&>(other).inner());
  }

  /// To tell how large a state is. It is not saved: its identity is unknown.
  void save(StateWriter& writer) const override { inner_->save(writer); }
  void load(StateReader&) override {
    throw InvokeError(ErrorKind::misuse, "a state that draws a sample cannot be loaded");
  }

 private:
  std::unique_ptr<RowChooser> chooser_;
  bool is_row_by_row_;
  std::unique_ptr<AccumulationState<In>> inner_;
  std::vector<RowRange> chosen_;
  [[no_unique_address]] SampleBuffer<In> buffer_;
};

}  // namespace accumulations

/// What `inner` gathers from a sample of the rows.
///
/// It is random, so that no other fold shares its states, and its identity is unknown, so that a
/// state is never saved: loaded twice, one sample would serve two releases.
template <Block In>
[[nodiscard]] Accumulation<In> gather_sampled(const SampleScheme& scheme,
                                              const Accumulation<In>& inner) {
  using OfSample = accumulations::OfSample<In>;
  auto types = inner.types();
  types.insert(types.begin(), typeid(OfSample));
  const Gathering gathering{.keeps_order = !scheme.is_row_by_row, .is_random = true};
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
