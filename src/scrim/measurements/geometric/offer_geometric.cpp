#include "scrim/any/registry.hpp"
#include "scrim/measurements/geometric/make_geometric.hpp"

namespace scrim::any {

namespace {

AnyObject build_geometric(const AnyDomain& domain, const AnyMetric& metric,
                          const Arguments& arguments) {
  const double scale = arguments.get<double>("scale");
  const auto* bounds = arguments.find<AnyBounds>("bounds");
  const auto measure = arguments.get_or("output_measure", AnyMeasure(MaxDivergence{}));
  return build_under(
      measure, "geometric",
      "max_divergence(), zero_concentrated_divergence() and profile_divergence()",
      [&]<LaplaceMeasure MO>(const MO& typed_measure) {
        return build_on(
            domain, metric, "geometric",
            "an integer with its absolute distance, or vectors of integers with an L1 distance "
            "(make_laplace takes floats too)",
            [&]<class D, class M>(const D& typed_domain, const M& typed_metric)
              requires LaplaceSpace<D, M>
            {
              using T = typename D::Element;
              return make_geometric(
                  typed_domain, typed_metric, typed_measure, scale,
                  bounds != nullptr ? std::optional(exactly<T>(*bounds)) : std::nullopt);
            });
      });
}

}  // namespace

Constructor offer_geometric();

Constructor offer_geometric() {
  return {
      .name = "geometric",
      .summary =
          "Adds geometric noise to both sides of an integer, or of each integer of a vector.",
      .details =
          "The noise of make_laplace on integers: the difference of two geometric variables, "
          "exactly. With bounds, what lies outside of them afterwards becomes the nearer one, "
          "which costs nothing: within (0, n) no count is negative. Otherwise what does not fit "
          "64 bits becomes the closest number that does. A release costs what it costs there: "
          "d_in / scale under max_divergence.",
      .parameters = {{.name = "scale",
                      .type = ParameterType::number,
                      .doc = "of the noise, in units of the values; 0 adds none"},
                     {.name = "bounds",
                      .type = ParameterType::bounds,
                      .doc = "(lower, upper) of what is released, with lower <= upper; public",
                      .may_be_left_out = true},
                     {.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "under which the loss is stated; max_divergence() if left out",
                      .may_be_left_out = true}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_geometric),
  };
}

}  // namespace scrim::any
