#include "scrim/any/registry.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/transformations/quantise/make_quantise.hpp"

namespace scrim::any {

namespace {

AnyObject build_quantise(const AnyDomain& domain, const AnyMetric& metric,
                         const Arguments& arguments) {
  const auto exponent = exact_cast<int>(arguments.get<std::int64_t>("exponent"));
  const auto bounds = exactly<std::int64_t>(arguments.get<AnyBounds>("bounds"));
  return build_on(domain, metric, "quantise", "vectors of floats with a dataset metric",
                  [&]<DatasetMetric M>(const Rows<double>& rows, const M& typed_metric) {
                    return make_quantise(rows, typed_metric, exponent, bounds);
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
          "for 0. Then sums are exact: then_sum() follows. What a number of steps stands "
          "for is steps * 2.0**exponent. d_out = d_in.",
      .parameters = {{.name = "exponent",
                      .type = ParameterType::integer,
                      .doc = "a step is 2**exponent; from -1022 to 1022; public"},
                     {.name = "bounds",
                      .type = ParameterType::bounds,
                      .doc = "(lower, upper) in steps, below 2**62 in absolute value; public"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_quantise),
  };
}

}  // namespace scrim::any
