#include "scrim/any/registry.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/transformations/quantise_square/make_quantise_square.hpp"

namespace scrim::any {

namespace {

AnyObject build_quantise_square(const AnyDomain& domain, const AnyMetric& metric,
                                const Arguments& arguments) {
  SquareSteps steps{
      .center = arguments.get<double>("center"),
      .exponent = exact_cast<int>(arguments.get<std::int64_t>("exponent")),
      .upper = arguments.get<std::int64_t>("upper"),
      .offset = exactly<std::int64_t>(arguments.get_or("offset", AnyNumber(std::int64_t{0}))),
  };
  if (const auto* rows = arguments.find<AnyBounds>("rows")) steps.rows = exactly<double>(*rows);
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
          "(x - center)**2, at most upper, less the offset; a NaN becomes 0, whatever the offset. "
          "Then sums of squares are exact: then_sum() follows. What a number of steps stands for "
          "is "
          "(steps + offset) * 2.0**exponent. d_out = d_in.",
      .parameters = {{.name = "center",
                      .type = ParameterType::number,
                      .doc = "such as the middle of the range of the rows; public"},
                     {.name = "exponent",
                      .type = ParameterType::integer,
                      .doc = "a step is 2**exponent; from -3066 to 3066; public"},
                     {.name = "upper",
                      .type = ParameterType::integer,
                      .doc = "the largest number of steps, below 2**62; public"},
                     {.name = "offset",
                      .type = ParameterType::any_number,
                      .doc = "how many steps are taken off each row, from 0 to upper: with half of "
                             "upper, a row moves a sum by half as much; 0 if left out; public",
                      .may_be_left_out = true},
                     {.name = "rows",
                      .type = ParameterType::bounds,
                      .doc = "(lower, upper) between which rows are moved first, which matters "
                             "where these are not equally far from the center; public",
                      .may_be_left_out = true}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_quantise_square),
  };
}

}  // namespace scrim::any
