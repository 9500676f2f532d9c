#include "scrim/any/registry.hpp"
#include "scrim/measurements/private_variance/make_private_variance.hpp"
#include "scrim/numbers/casts.hpp"

namespace scrim::any {

namespace {

AnyObject build_private_variance(const AnyDomain& domain, const AnyMetric& metric,
                                 const Arguments& arguments) {
  const VarianceOptions options{.bounds = exactly<std::int64_t>(arguments.get<AnyBounds>("bounds")),
                                .divisor = arguments.get<std::uint64_t>("divisor"),
                                .shift = exact_cast<int>(arguments.get<std::int64_t>("shift")),
                                .sum_scale = arguments.get<double>("sum_scale"),
                                .squares_scale = arguments.get<double>("squares_scale")};
  const AnyMeasure& measure = arguments.get<AnyMeasure>("output_measure");
  return build_under(
      measure, "private_variance", "max_divergence() and zero_concentrated_divergence()",
      [&]<VarianceMeasure MO>(const MO& typed_measure) {
        return build_on(
            domain, metric, "private_variance", "vectors of int64 with a dataset metric",
            [&]<DatasetMetric M>(const Rows<std::int64_t>& rows, const M& typed_metric) {
              return make_private_variance(rows, typed_metric, typed_measure, options);
            });
      });
}

}  // namespace

Constructor offer_private_variance();

Constructor offer_private_variance() {
  return {
      .name = "private_variance",
      .summary =
          "Releases a noisy sum, a center that follows from it, and noisy squares around it.",
      .details =
          "Three integers, (sum, center, squares). The center is the noisy sum over the divisor, "
          "moved into the bounds. The squares are the sum of (x - center)**2 - r**2 // 2 over the "
          "rows x, in steps of 2**shift, where r is how far a bound can be from the center. A row "
          "then moves them by about r**2 / 2, and the noise on them is this times squares_scale: "
          "little for a center in the middle. With a row moving the sum by at most s, a release "
          "costs d_in * s / sum_scale + d_in / squares_scale under max_divergence, with Laplace "
          "noise, and half the sum of the squares of both under zero_concentrated_divergence, "
          "with Gaussian noise. Behind make_quantise for floats.",
      .parameters =
          {{.name = "output_measure",
            .type = ParameterType::measure,
            .doc = "under which the loss is stated; it also chooses the noise"},
           {.name = "bounds",
            .type = ParameterType::bounds,
            .doc = "of the rows that count, below 2**31 in absolute value; a row outside is left "
                   "out; public"},
           {.name = "divisor",
            .type = ParameterType::count,
            .doc = "the number of rows, or more for a center nearer to 0; public"},
           {.name = "shift",
            .type = ParameterType::integer,
            .doc = "squares are released in steps of 2**shift; from 0 to 64; public"},
           {.name = "sum_scale",
            .type = ParameterType::number,
            .doc = "of the noise on the sum; 0 adds none"},
           {.name = "squares_scale",
            .type = ParameterType::number,
            .doc = "of the noise on the squares, in rows; 0 adds none"}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_private_variance),
  };
}

}  // namespace scrim::any
