#include "scrim/any/registry.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/transformations/quantise_square/make_quantise_square.hpp"

namespace scrim::any {

namespace {

AnyObject build_quantise_square(const AnyDomain& domain, const AnyMetric& metric,
                                const Arguments& arguments) {
  const SquareSteps steps{
      .center = arguments.get<double>("center"),
      .exponent = exact_cast<int>(arguments.get<std::int64_t>("exponent")),
      .upper = arguments.get<std::int64_t>("upper"),
  };
  return build_on(domain, metric, "quantise_square", "vectors of floats with a dataset metric",
                  [&]<DatasetMetric M>(const Rows<double>& rows, const M& typed_metric) {
                    return make_quantise_square(rows, typed_metric, steps);
                  });
}

}  // namespace

Constructor offer_quantise_square();

Constructor offer_quantise_square() {
  return {
      .name = "quantise_square",
      .summary = "Brings squares of distances from a public center to a public grid.",
      .details =
          "Each row x becomes the number of steps of 2**exponent that is nearest to "
          "(x - center)**2, at most upper; a NaN becomes 0. Then sums of squares are exact: "
          "then_sum() follows. What a number of steps stands for is steps * 2.0**exponent. "
          "d_out = d_in.",
      .parameters = {{.name = "center",
                      .type = ParameterType::number,
                      .doc = "such as the middle of the range of the rows; public"},
                     {.name = "exponent",
                      .type = ParameterType::integer,
                      .doc = "a step is 2**exponent; from -2044 to 2044; public"},
                     {.name = "upper",
                      .type = ParameterType::integer,
                      .doc = "the largest number of steps, below 2**62; public"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_quantise_square),
  };
}

}  // namespace scrim::any
