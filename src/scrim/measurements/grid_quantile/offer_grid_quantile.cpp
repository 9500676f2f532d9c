#include <concepts>

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
  const auto* exponent = arguments.find<AnyNumber>("exponent");
  return build_under(
      arguments.get<AnyMeasure>("output_measure"), "grid_quantile",
      "max_divergence(), range_divergence() and zero_concentrated_divergence()",
      [&]<SelectionMeasure MO>(const MO& measure) {
        return build_on(
            domain, metric, "grid_quantile", "vectors of int64 or float64 with a dataset metric",
            [&]<class T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric)
              requires(std::same_as<T, std::int64_t> || std::same_as<T, double>)
            {
              if constexpr (std::same_as<T, double>) {
                if (exponent == nullptr) {
                  fail(ErrorKind::invalid_argument,
                       "make_grid_quantile: rows are floats, and there is no exponent; give one, "
                       "so that the answer is a number of steps of 2**exponent");
                }
                return make_grid_quantile(rows, typed_metric, measure, exactly<int>(*exponent),
                                          options);
              } else {
                if (exponent != nullptr) {
                  fail(ErrorKind::invalid_argument,
                       "make_grid_quantile: rows are integers, of which a step is 1; leave out the "
                       "exponent");
                }
                return make_grid_quantile(rows, typed_metric, measure, options);
              }
            });
      });
}

}  // namespace

Constructor offer_grid_quantile();

Constructor offer_grid_quantile() {
  return {
      .name = "grid_quantile",
      .summary = "Releases an integer within bounds: about the alpha-quantile of the rows.",
      .details =
          "Every integer within the bounds is a candidate, though they are not listed; it is "
          "chosen by the exponential mechanism. All rows are kept: for data that fits in memory. "
          "Of "
          "floats it is a number of steps of 2**exponent, and a row counts as the nearest number "
          "of "
          "steps.",
      .parameters = {{.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "under which the loss is stated"},
                     {.name = "bounds",
                      .type = ParameterType::bounds,
                      .doc = "the least and the largest answer, of floats in steps; public"},
                     {.name = "alpha",
                      .type = ParameterType::fraction,
                      .doc = "which quantile, from 0 to 1: 0.5 is the median"},
                     {.name = "scale",
                      .type = ParameterType::number,
                      .doc = "of the noise, in rows; 0 selects without noise"},
                     {.name = "exponent",
                      .type = ParameterType::any_number,
                      .doc = "for floats: a step is 2**exponent; from -1022 to 1022; public",
                      .may_be_left_out = true}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_grid_quantile),
  };
}

}  // namespace scrim::any
