#include "scrim/any/registry.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/measurements/laplace/make_laplace_on_grid.hpp"

namespace scrim::any {

namespace {

AnyObject build_laplace(const AnyDomain& domain, const AnyMetric& metric,
                        const Arguments& arguments) {
  const auto* exponent = arguments.find<AnyNumber>("exponent");
  const NoiseOptions options{
      .scale = arguments.get<double>("scale"),
      .exponent = exponent != nullptr ? std::optional(exactly<int>(*exponent)) : std::nullopt};
  const auto measure = arguments.get_or("output_measure", AnyMeasure(MaxDivergence{}));
  return build_under(
      measure, "laplace",
      "max_divergence(), zero_concentrated_divergence() and profile_divergence()",
      [&]<LaplaceMeasure MO>(const MO& typed_measure) {
        return build_on(
            domain, metric, "laplace",
            "a number with its absolute distance, or vectors of numbers with an L1 distance",
            [&]<class D, class M>(const D& typed_domain, const M& typed_metric)
              requires(LaplaceSpace<D, M> || GridSpace<D, M, 1>)
            { return make_laplace(typed_domain, typed_metric, typed_measure, options); });
      });
}

}  // namespace

Constructor offer_laplace();

Constructor offer_laplace() {
  return {
      .name = "laplace",
      .summary = "Adds discrete Laplace noise to a number, or to each number of a vector.",
      .details =
          "Floats are rounded to a public grid first; a vector of them has a known size. Exact: no "
          "probability is rounded, and scale is the number that it is. What does not fit "
          "64 bits becomes the closest number that does. A release costs d_in / scale under "
          "max_divergence, and the Kullback-Leibler divergence of the noise under "
          "zero_concentrated_divergence; under profile_divergence its exact profile is told.",
      .parameters = {{.name = "scale",
                      .type = ParameterType::number,
                      .doc = "of the noise, in units of the values; 0 adds none"},
                     {.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "under which the loss is stated; max_divergence() if left out",
                      .may_be_left_out = true},
                     {.name = "exponent",
                      .type = ParameterType::any_number,
                      .doc =
                          "of the grid that floats are rounded to: multiples of 2^exponent; about "
                          "a millionth of the scale if left out",
                      .may_be_left_out = true}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_laplace),
  };
}

}  // namespace scrim::any
