#include "scrim/transformations/clamp/make_clamp.hpp"

#include "scrim/any/dispatch.hpp"

namespace scrim::any {

namespace {

constexpr std::string_view takes =
    "numbers or vectors of numbers: rows under a dataset metric, a number under AbsoluteDistance, "
    "a vector of aggregates under an Lp or L-infinity distance (of doubles for doubles, else of "
    "uint64)";

template <class D, class M>
struct Accepts : std::bool_constant<NumericDataset<D, M>::value> {};
template <Number T, class M>
  requires std::same_as<M, AbsoluteDistance<DistanceOf<T>>>
struct Accepts<AtomDomain<T>, M> : std::true_type {};
template <Number T, EntrywiseLipschitzMetric M>
  requires std::same_as<typename M::Distance, DistanceOf<T>>
struct Accepts<VectorDomain<AtomDomain<T>>, M> : std::true_type {};

AnyObject build(const AnyDomain& domain, const AnyMetric& metric, const Arguments& arguments) {
  return build_on<Accepts>(
      domain, metric, "clamp", takes,
      [&]<class D, class M>(const D& typed_domain, const M& typed_metric) -> AnyObject {
        const auto bounds = exactly<typename D::Element>(arguments.get<AnyBounds>(0));
        return AnyTransformation(make_clamp(typed_domain, typed_metric, bounds));
      });
}

}  // namespace

Constructor clamp() {
  return {
      .name = "clamp",
      .summary = "Moves values that lie outside bounds to the nearer bound.",
      .details =
          "Takes numbers that are never NaN, in any number: rows under a dataset metric, or "
          "aggregates. d_out = d_in.",
      .parameters = {{.name = "bounds",
                      .type = ParameterType::bounds,
                      .doc = "(lower, upper), with lower <= upper; public"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build),
  };
}

}  // namespace scrim::any
