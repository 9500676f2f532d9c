#include "scrim/any/registry.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/gaussian/make_gaussian_on_grid.hpp"

namespace scrim::any {

namespace {

AnyObject build_gaussian(const AnyDomain& domain, const AnyMetric& metric,
                         const Arguments& arguments) {
  const auto* exponent = arguments.find<AnyNumber>("exponent");
  const NoiseOptions options{
      .scale = arguments.get<double>("scale"),
      .exponent = exponent != nullptr ? std::optional(exactly<int>(*exponent)) : std::nullopt};
  const auto measure = arguments.get_or("output_measure", AnyMeasure(ZeroConcentratedDivergence{}));
  return build_under(
      measure, "gaussian", "zero_concentrated_divergence() and profile_divergence()",
      [&]<GaussianMeasure MO>(const MO& typed_measure) {
        return build_on(
            domain, metric, "gaussian",
            "a number with its absolute distance, or vectors of numbers with an L2 distance",
            [&]<class D, class M>(const D& typed_domain, const M& typed_metric)
              requires(GaussianSpace<D, M> || GridSpace<D, M, 2>)
            { return make_gaussian(typed_domain, typed_metric, typed_measure, options); });
      });
}

}  // namespace

Constructor offer_gaussian();

Constructor offer_gaussian() {
  return {
      .name = "gaussian",
      .summary = "Adds discrete Gaussian noise to a number, or to each number of a vector.",
      .details =
          "Floats are rounded to a public grid first; a vector of them has a known size. Exact: no "
          "probability is rounded, nor is the square of the scale. What does not fit 64 "
          "bits becomes the closest number that does. A release costs d_in^2 / (2 scale^2) under "
          "zero_concentrated_divergence. Under profile_divergence a number's exact profile is "
          "told, "
          "and of a vector what follows from that.",
      .parameters = {{.name = "scale",
                      .type = ParameterType::number,
                      .doc = "the standard deviation of the noise, at most 2^52; 0 adds none"},
                     {.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "under which the loss is stated; zero_concentrated_divergence() if "
                             "left out",
                      .may_be_left_out = true},
                     {.name = "exponent",
                      .type = ParameterType::any_number,
                      .doc =
                          "of the grid that floats are rounded to: multiples of 2^exponent; about "
                          "a millionth of the scale if left out",
                      .may_be_left_out = true}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_gaussian),
  };
}

}  // namespace scrim::any
