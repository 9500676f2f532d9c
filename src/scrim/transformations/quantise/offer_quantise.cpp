#include "scrim/any/registry.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/transformations/quantise/make_quantise.hpp"

namespace scrim::any {

namespace {

AnyObject build_quantise(const AnyDomain& domain, const AnyMetric& metric,
                         const Arguments& arguments) {
  const auto exponent = exact_cast<int>(arguments.get<std::int64_t>("exponent"));
  const auto bounds = exactly<std::int64_t>(arguments.get<AnyBounds>("bounds"));
  QuantiseOptions options;
  if (const auto* center = arguments.find<AnyNumber>("center")) {
    options.center = exactly<double>(*center);
  }
  if (const auto* nan = arguments.find<AnyNumber>("nan")) {
    options.nan = exactly<std::int64_t>(*nan);
  }
  return build_on(domain, metric, "quantise", "vectors of floats with a dataset metric",
                  [&]<DatasetMetric M>(const Rows<double>& rows, const M& typed_metric) {
                    return make_quantise(rows, typed_metric, exponent, bounds, options);
                  });
}

}  // namespace

Constructor offer_quantise();

Constructor offer_quantise() {
  return {
      .name = "quantise",
      .summary = "Brings floats to a public grid: each becomes a number of steps of 2**exponent.",
      .details =
          "The nearest number of steps, the even one of two, moved into the bounds; a NaN is taken "
          "for 0 steps, if it is not said what it becomes. Then sums are exact: then_sum() "
          "follows. "
          "What a number of steps stands for is center + steps * 2.0**exponent. d_out = d_in.",
      .parameters = {{.name = "exponent",
                      .type = ParameterType::integer,
                      .doc = "a step is 2**exponent; from -2044 to 2044; public"},
                     {.name = "bounds",
                      .type = ParameterType::bounds,
                      .doc = "(lower, upper) in steps, below 2**62 in absolute value; public"},
                     {.name = "center",
                      .type = ParameterType::any_number,
                      .doc = "a float that is taken off each row first, such as the middle of the "
                             "range of the rows; 0 if left out; public",
                      .may_be_left_out = true},
                     {.name = "nan",
                      .type = ParameterType::any_number,
                      .doc = "how many steps a NaN becomes, within the bounds or not; 0, or the "
                             "bound next to it, if left out; public",
                      .may_be_left_out = true}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_quantise),
  };
}

}  // namespace scrim::any
