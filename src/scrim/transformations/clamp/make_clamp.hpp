// Clamping: values outside an interval are moved to its nearest end.
//
// Proof: make_clamp.proof.md
#pragma once

#include <concepts>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/kernels/clamp.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/bounds.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/row_by_row/make_row_by_row.hpp"

namespace scrim {

/// A metric on vectors under which moving every entry by a 1-Lipschitz function moves the vector by
/// no more. (RangeDistance is none: clamping can tear apart entries that moved together.)
template <class M>
inline constexpr bool is_entrywise_lipschitz_metric = false;
template <int P, class Q>
inline constexpr bool is_entrywise_lipschitz_metric<LpDistance<P, Q>> = true;
template <class Q>
inline constexpr bool is_entrywise_lipschitz_metric<LInfDistance<Q>> = true;

template <class M>
concept EntrywiseLipschitzMetric = ValueMetric<M> && is_entrywise_lipschitz_metric<M>;

/// Makes the transformation that replaces every row x by min(max(x, lower), upper).
///
/// Precondition (compiler): T is a Number; M is a DatasetMetric on vectors of T.
/// Precondition (checked):  rows are never NaN; neither bound is NaN; lower <= upper.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: one pass.
template <Number T, DatasetMetric M>
[[nodiscard]] auto make_clamp(VectorDomain<AtomDomain<T>> input_domain, M input_metric,
                              Bounds<T> bounds)
    -> Transformation<VectorDomain<AtomDomain<T>>, M, VectorDomain<AtomDomain<T>>, M> {
  // 1. Refuse what the proof does not cover.
  input_domain.element.require_non_nan("make_clamp");
  check_bounds(bounds, "make_clamp");

  // 2. Say what comes out: the same rows, now known to lie within bounds.
  auto output_domain = input_domain.with_element(input_domain.element.with_bounds(bounds));

  // 3. Row by row, hence 1-stable under every dataset metric.
  return make_row_by_row(
      std::move(input_domain), std::move(input_metric), std::move(output_domain),
      [bounds](std::span<const T> in, std::span<T> out) {
        kernels::clamp(in, bounds.lower, bounds.upper, out);
      },
      Identity("clamp").add(type_name<T>()).add(bounds.lower).add(bounds.upper));
}

/// Makes the transformation that clamps one number under AbsoluteDistance: d_out = d_in, because
/// clamping is 1-Lipschitz. Preconditions and errors as above.
template <Number T, Number Q>
[[nodiscard]] auto make_clamp(AtomDomain<T> input_domain, AbsoluteDistance<Q> input_metric,
                              Bounds<T> bounds)
    -> Transformation<AtomDomain<T>, AbsoluteDistance<Q>, AtomDomain<T>, AbsoluteDistance<Q>> {
  input_domain.require_non_nan("make_clamp");
  check_bounds(bounds, "make_clamp");
  auto output_domain = input_domain.with_bounds(bounds);
  ValueMap<const T&, T> function(
      [bounds](const T& x) { return kernels::clamp_value(x, bounds.lower, bounds.upper); });
  return {std::move(input_domain),  input_metric,
          std::move(output_domain), input_metric,
          std::move(function),      StabilityMap<Q, Q>::from_constant(1)};
}

/// Makes the transformation that clamps each entry of a vector of aggregates under an Lp or
/// L-infinity distance: d_out = d_in. Preconditions and errors as above.
template <Number T, EntrywiseLipschitzMetric M>
[[nodiscard]] auto make_clamp(VectorDomain<AtomDomain<T>> input_domain, M input_metric,
                              Bounds<T> bounds)
    -> Transformation<VectorDomain<AtomDomain<T>>, M, VectorDomain<AtomDomain<T>>, M> {
  input_domain.element.require_non_nan("make_clamp");
  check_bounds(bounds, "make_clamp");
  auto output_domain = input_domain.with_element(input_domain.element.with_bounds(bounds));
  ValueMap<std::span<const T>, std::vector<T>> function([bounds](std::span<const T> in) {
    std::vector<T> out(in.size());
    kernels::clamp(in, bounds.lower, bounds.upper, std::span<T>(out));
    return out;
  });
  using Distance = typename M::Distance;
  return {std::move(input_domain),  input_metric,
          std::move(output_domain), input_metric,
          std::move(function),      StabilityMap<Distance, Distance>::from_constant(1)};
}

/// `space >> then_clamp(0.0, 100.0)`. Bounds of another number type are taken where they are
/// exactly representable in the domain's type: `then_clamp(0, 100)` suits a domain of doubles.
template <Number B>
[[nodiscard]] auto then_clamp(B lower, B upper) {
  return Partial{[lower, upper](const auto& input_domain, const auto& input_metric) {
    using T = typename std::remove_cvref_t<decltype(input_domain)>::Element;
    return make_clamp(input_domain, input_metric,
                      Bounds<T>{exact_cast<T>(lower), exact_cast<T>(upper)});
  }};
}

}  // namespace scrim
