#include "scrim/any/quantile_arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/measurements/grid_quantile/make_grid_quantile.hpp"

namespace scrim::any {

namespace {

AnyObject build_grid_quantile(const AnyDomain& domain, const AnyMetric& metric,
                              const Arguments& arguments) {
  const GridQuantileOptions options{
      .bounds = exactly<std::int64_t>(arguments.get<AnyBounds>("bounds")),
      .alpha = alpha_of(arguments.at("alpha")),
      .scale = arguments.get<double>("scale")};
  return std::visit(
      [&](auto measure) {
        return build_on(
            domain, metric, "grid_quantile", "vectors of int64 with a dataset metric",
            [&]<DatasetMetric M>(const Rows<std::int64_t>& rows, const M& typed_metric) {
              return make_grid_quantile(rows, typed_metric, measure, options);
            });
      },
      arguments.get<AnyMeasure>("output_measure"));
}

}  // namespace

Constructor offer_grid_quantile();

Constructor offer_grid_quantile() {
  return {
      .name = "grid_quantile",
      .summary = "Releases an integer within bounds: about the alpha-quantile of the rows.",
      .details =
          "Every integer within the bounds is a candidate, though they are not listed; it is "
          "chosen "
          "by the exponential mechanism. All rows are kept: for data that fits in memory. Behind "
          "make_quantise for floats.",
      .parameters = {{.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "under which the loss is stated"},
                     {.name = "bounds",
                      .type = ParameterType::bounds,
                      .doc = "the least and the largest answer; public"},
                     {.name = "alpha",
                      .type = ParameterType::fraction,
                      .doc = "which quantile, from 0 to 1: 0.5 is the median"},
                     {.name = "scale",
                      .type = ParameterType::number,
                      .doc = "of the noise, in rows; 0 selects without noise"}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_grid_quantile),
  };
}

}  // namespace scrim::any
