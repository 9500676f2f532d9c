// Several releases from the same data, as one.
//
// Proof: make_composition.proof.md
#pragma once

#include <algorithm>
#include <any>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "scrim/combinators/composition/composed_loss.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/core/distance_map.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/spaces/keyed_distance.hpp"

namespace scrim {

namespace composition {

/// Throws unless all measurements have the input domain, input metric and output measure of the
/// first.
template <class M>
void check_parts_agree(const std::vector<M>& parts) {
  if (parts.empty()) {
    fail(ErrorKind::invalid_argument,
         "make_composition: there are no measurements; give at least one");
  }
  const auto require_equal = [&](const auto& of, const char* what) {
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (strictly([&] { return of(parts[i]) == of(parts[0]); })) continue;
      fail(ErrorKind::mismatch, "make_composition: the " + std::string(what) +
                                    " of measurement 0 is " + of(parts[0]).describe() +
                                    ", that of measurement " + std::to_string(i) + " is " +
                                    of(parts[i]).describe() + "; make all of them for the same");
    }
  };
  require_equal([](const M& part) -> const auto& { return part.input_domain(); }, "input domain");
  require_equal([](const M& part) -> const auto& { return part.input_metric(); }, "input metric");
  require_equal([](const M& part) -> const auto& { return part.output_measure(); },
                "output measure");
}

/// The losses of all parts together.
template <class M>
[[nodiscard]] typename M::Map map_of(const std::vector<M>& parts) {
  using Map = typename M::Map;
  typename Map::Forward forward = [parts](typename M::DistanceIn d_in) {
    using Loss = typename M::DistanceOut;
    std::vector<Loss> losses;
    for (const M& part : parts) losses.push_back(part.map(d_in));
    return composed_loss(parts.front().output_measure(), std::span<const Loss>(losses));
  };
  // Of a partial order there is no largest distance to be found.
  if constexpr (!std::same_as<typename M::DistanceIn, KeyedChange>) {
    const bool have_inverses = std::all_of(parts.begin(), parts.end(), [](const M& part) {
      return part.privacy_map().has_backward();
    });
    if (have_inverses) return monotone_map(parts.front().input_metric(), std::move(forward));
  }
  return Map(std::move(forward));
}

}  // namespace composition

/// Makes the measurement that releases what each of `parts` releases, in their order. The data is
/// read once, and parts that gather the same from it share what they gather.
///
/// The list is fixed beforehand: which parts it has, and with what parameters, does not depend on
/// what any of them releases.
///
/// Precondition (compiler): MO is a ComposableMeasure.
/// Precondition (checked):  there is a part, and all have the same input domain, input metric and
///   output measure.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
/// measurement
///   whose loss is the sum of the parts' losses, rounded up once.
/// Cost: one pass; for each block, what each distinct accumulation takes.
template <class DI, class MI, ComposableMeasure MO, class Out>
[[nodiscard]] auto make_composition(const std::vector<Measurement<DI, MI, MO, Out>>& parts)
    -> Measurement<DI, MI, MO, std::vector<Out>> {
  composition::check_parts_agree(parts);
  std::vector<typename Measurement<DI, MI, MO, Out>::Function> functions;
  for (const auto& part : parts) functions.push_back(MeasurementAccess::function_of(part));
  const auto& first = parts.front();
  return {first.input_domain(), first.input_metric(), first.output_measure(),
          join_functions(functions), composition::map_of(parts)};
}

/// The same for measurements that release values of different types, as a tuple of them:
/// `make_composition(median, counts)`.
template <class DI, class MI, ComposableMeasure MO, class... Outs>
  requires(sizeof...(Outs) > 0)
[[nodiscard]] auto make_composition(const Measurement<DI, MI, MO, Outs>&... parts)
    -> Measurement<DI, MI, MO, std::tuple<Outs...>> {
  const std::vector<Measurement<DI, MI, MO, std::any>> hidden{
      make_postprocess(parts, [](const Outs& release) { return std::any(release); })...};
  return make_postprocess(make_composition(hidden), [](const std::vector<std::any>& releases) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple<Outs...>(std::any_cast<const Outs&>(releases[I])...);
    }(std::index_sequence_for<Outs...>());
  });
}

}  // namespace scrim
