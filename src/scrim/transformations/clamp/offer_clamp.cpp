#include "scrim/transformations/clamp/make_clamp.hpp"

#include "scrim/any/registry.hpp"

namespace scrim::any {

namespace {

constexpr std::string_view takes =
    "numbers or vectors of numbers: rows under a dataset metric, a number under "
    "absolute_distance, a vector of aggregates under an Lp or L-infinity distance (of floats for "
    "floats, else of integers)";

/// The spaces that make_clamp takes, with the distance type that is used here.
template <class D, class M>
concept ClampedSpace =
    (std::same_as<D, Rows<typename D::Element>> && Number<typename D::Element> &&
     (DatasetMetric<M> || (EntrywiseLipschitzMetric<M> &&
                           std::same_as<typename M::Distance, DistanceOf<typename D::Element>>))) ||
    (std::same_as<D, AtomDomain<typename D::Element>> && Number<typename D::Element> &&
     std::same_as<M, AbsoluteDistance<DistanceOf<typename D::Element>>>);

AnyObject build_clamp(const AnyDomain& domain, const AnyMetric& metric,
                      const Arguments& arguments) {
  const auto& bounds = arguments.get<AnyBounds>("bounds");
  return build_on(
      domain, metric, "clamp", takes,
      [&]<class D, class M>(const D& typed_domain, const M& typed_metric)
        requires ClampedSpace<D, M>
      { return make_clamp(typed_domain, typed_metric, exactly<typename D::Element>(bounds)); });
}

}  // namespace

Constructor offer_clamp();

Constructor offer_clamp() {
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
      .build = Constructor::FromSpace(build_clamp),
  };
}

}  // namespace scrim::any
