#include "scrim/any/constructors/alpha_argument.hpp"
#include "scrim/any/dispatch.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"

namespace scrim::any {

namespace {

AnyObject build(const AnyDomain& domain, const AnyMetric& metric, const Arguments& arguments) {
  return build_on<NumericDataset>(
      domain, metric, "private_quantile", "vectors of numbers with a dataset metric",
      [&]<class D, class M>(const D& typed_domain, const M& typed_metric) -> AnyObject {
        using T = typename D::Element;
        return std::visit(
            [&](auto measure) -> AnyObject {
              return AnyMeasurement(make_private_quantile(
                  typed_domain, typed_metric, measure,
                  QuantileOptions<T>{.candidates = exactly<T>(arguments.get<AnyNumbers>(1)),
                                     .alpha = alpha_argument(arguments.at(2)),
                                     .scale = arguments.get<double>(3)}));
            },
            arguments.get<AnyMeasure>(0));
      });
}

}  // namespace

Constructor private_quantile() {
  return {
      .name = "private_quantile",
      .summary = "Releases one of the candidates: about the alpha-quantile of the rows.",
      .details =
          "The candidate whose rank is best under noise. Rows are numbers that are never "
          "NaN.",
      .parameters = {{.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "under which the loss is stated; it also chooses the noise"},
                     {.name = "candidates",
                      .type = ParameterType::candidates,
                      .doc = "strictly increasing numbers; public"},
                     {.name = "alpha",
                      .type = ParameterType::alpha,
                      .doc = "which quantile, from 0 to 1: 0.5 is the median"},
                     {.name = "scale",
                      .type = ParameterType::scale,
                      .doc = "of the noise, in rows; 0 selects without noise"}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build),
  };
}

}  // namespace scrim::any
