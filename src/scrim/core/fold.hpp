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
#include "scrim/core/accumulation_state.hpp"
#include "scrim/core/product.hpp"
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

namespace accumulations {

/// Where the state of a fold lies among the factors of a product: at one place or, where the fold
/// is one of a product itself, at those of its factors.
struct FactorPlaces {
  bool is_product;
  std::vector<std::size_t> places;
};

/// Finds what gathers as `wanted`, or adds it.
template <Block In>
[[nodiscard]] std::size_t place_among(std::vector<Accumulation<In>>& factors,
                                      const Accumulation<In>& wanted) {
  const auto found = std::find_if(factors.begin(), factors.end(),
                                  [&](const auto& factor) { return factor.gathers_as(wanted); });
  const auto place = static_cast<std::size_t>(found - factors.begin());
  if (found == factors.end()) factors.push_back(wanted);
  return place;
}

template <Block In>
[[nodiscard]] FactorPlaces places_among(std::vector<Accumulation<In>>& factors,
                                        const Accumulation<In>& wanted) {
  if (wanted.factors().empty()) return {false, {place_among(factors, wanted)}};
  FactorPlaces found{true, {}};
  for (const auto& factor : wanted.factors()) found.places.push_back(place_among(factors, factor));
  return found;
}

}  // namespace accumulations

/// All of `folds` on the same rows, which are read once; those that gather alike share a state, and
/// so do those whose factors do. The values are in the order of the folds, and computed in it.
template <Block In, class Out>
[[nodiscard]] Fold<In, std::vector<Out>> join_functions(const std::vector<Fold<In, Out>>& folds) {
  std::vector<Accumulation<In>> factors;
  std::vector<accumulations::FactorPlaces> places_of;
  for (const auto& fold : folds) {
    places_of.push_back(accumulations::places_among(factors, fold.accumulation()));
  }
  using Product = accumulations::Product<In>;
  return Fold<In, std::vector<Out>>(
      make_product(std::move(factors)),
      [folds, places_of = std::move(places_of)](const AccumulationState<In>& state) {
        const auto& product = static_cast<const Product&>(state);
        std::vector<Out> values;
        values.reserve(folds.size());
        for (std::size_t i = 0; i < folds.size(); ++i) {
          const auto& [is_product, places] = places_of[i];
          values.push_back(is_product ? folds[i].finish(Product(product, places))
                                      : folds[i].finish(product.factor(places.front())));
        }
        return values;
      });
}

}  // namespace scrim
