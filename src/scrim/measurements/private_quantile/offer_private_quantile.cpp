#include "scrim/any/alpha_argument.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"

namespace scrim::any {

namespace {

AnyObject build(const AnyDomain& domain, const AnyMetric& metric, const Arguments& arguments) {
  return std::visit(
      [&](auto measure) {
        return build_on(
            domain, metric, "private_quantile", "vectors of numbers with a dataset metric",
            [&]<Number T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
              return make_private_quantile(
                  rows, typed_metric, measure,
                  QuantileOptions<T>{
                      .candidates = exactly<T>(arguments.get<AnyNumbers>("candidates")),
                      .alpha = alpha_of(arguments.at("alpha")),
                      .scale = arguments.get<double>("scale")});
            });
      },
      arguments.get<AnyMeasure>("output_measure"));
}

}  // namespace

Constructor offer_private_quantile();

Constructor offer_private_quantile() {
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
                      .type = ParameterType::numbers,
                      .doc = "strictly increasing numbers; public"},
                     {.name = "alpha",
                      .type = ParameterType::fraction,
                      .doc = "which quantile, from 0 to 1: 0.5 is the median"},
                     {.name = "scale",
                      .type = ParameterType::number,
                      .doc = "of the noise, in rows; 0 selects without noise"}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build),
  };
}

}  // namespace scrim::any
