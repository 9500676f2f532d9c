// Dataset to value: an aggregate that reads rows block by block and merges with its like.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "scrim/core/accumulation.hpp"
#include "scrim/core/row_map.hpp"
#include "scrim/core/value_map.hpp"

namespace scrim {

/// What is gathered from rows, and a function of it: finish(merge(update(a), update(b))) is the
/// value of a ++ b. A fold itself never changes, so it and its copies may be used from several
/// threads.
///
/// What is done with what was gathered is no part of its identity: a state saved by a
/// transformation on a worker can be loaded by the measurement that ends in a release, and one
/// state serves several folds that gather alike.
template <Block In, class Out>
class Fold {
 public:
  using State = AccumulationState<In>;
  using Finish = std::function<Out(const State&)>;

  /// Precondition (caller): `finish` takes the states that `accumulation` starts.
  Fold(Accumulation<In> accumulation, Finish finish)
      : accumulation_(std::move(accumulation)),
        finish_(std::make_shared<const Finish>(std::move(finish))) {}

  [[nodiscard]] const Accumulation<In>& accumulation() const noexcept { return accumulation_; }

  /// Precondition (caller): the state was started by what gathers as this fold's accumulation.
  [[nodiscard]] Out finish(const State& state) const { return (*finish_)(state); }

 private:
  Accumulation<In> accumulation_;
  std::shared_ptr<const Finish> finish_;
};

/// The fold that starts from copies of `initial`, and gives finish(accumulator).
template <Block In, Accumulator<In> S, class Finish>
[[nodiscard]] auto make_fold(S initial, Finish finish) {
  using Out = std::invoke_result_t<const Finish&, const S&>;
  using Holding = accumulations::Holding<S, In>;
  return Fold<In, Out>(make_accumulation<In>(std::move(initial)),
                       [finish = std::move(finish)](const AccumulationState<In>& state) -> Out {
                         return finish(static_cast<const Holding&>(state).held());
                       });
}

/// The same for an accumulator that has one value, finish().
template <Block In, Accumulator<In> S>
[[nodiscard]] auto make_fold(S initial) {
  return make_fold<In>(std::move(initial), [](const S& state) { return state.finish(); });
}

template <Block In, Block Middle, class Out>
[[nodiscard]] Fold<In, Out> chain_functions(const RowMap<In, Middle>& first,
                                            const Fold<Middle, Out>& second) {
  using Behind = accumulations::BehindRowMap<In, Middle>;
  return Fold<In, Out>(gather_behind(first, second.accumulation()),
                       [second](const AccumulationState<In>& state) {
                         return second.finish(static_cast<const Behind&>(state).inner());
                       });
}

template <Block In, class Middle, class MiddleView, class Out>
[[nodiscard]] Fold<In, Out> chain_functions(const Fold<In, Middle>& first,
                                            const ValueMap<MiddleView, Out>& second) {
  return Fold<In, Out>(first.accumulation(), [first, second](const AccumulationState<In>& state) {
    return second.apply(first.finish(state));
  });
}

/// All of `folds` on the same rows, which are read once; those that gather alike share a state. The
/// values are in the order of the folds, and computed in it.
template <Block In, class Out>
[[nodiscard]] Fold<In, std::vector<Out>> join_functions(const std::vector<Fold<In, Out>>& folds) {
  std::vector<Accumulation<In>> factors;
  std::vector<std::size_t> factor_of;
  for (const auto& fold : folds) {
    const auto gathers_alike = [&](const auto& factor) {
      return factor.gathers_as(fold.accumulation());
    };
    const auto found = std::find_if(factors.begin(), factors.end(), gathers_alike);
    factor_of.push_back(static_cast<std::size_t>(found - factors.begin()));
    if (found == factors.end()) factors.push_back(fold.accumulation());
  }
  using Product = accumulations::Product<In>;
  return Fold<In, std::vector<Out>>(
      make_product(std::move(factors)),
      [folds, factor_of = std::move(factor_of)](const AccumulationState<In>& state) {
        std::vector<Out> values;
        values.reserve(folds.size());
        for (std::size_t i = 0; i < folds.size(); ++i) {
          values.push_back(
              folds[i].finish(static_cast<const Product&>(state).factor(factor_of[i])));
        }
        return values;
      });
}

}  // namespace scrim
