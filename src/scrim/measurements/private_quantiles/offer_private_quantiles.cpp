#include "scrim/any/registry.hpp"
#include "scrim/measurements/private_quantiles/make_private_quantiles.hpp"

namespace scrim::any {

namespace {

AnyObject build_private_quantiles(const AnyDomain& domain, const AnyMetric& metric,
                                  const Arguments& arguments) {
  const auto alphas = exactly<double>(arguments.get<AnyNumbers>("alphas"));
  const QuantilesOptions options{.alphas = {alphas.begin(), alphas.end()},
                                 .smallest = arguments.get<std::uint64_t>("smallest"),
                                 .largest = arguments.get<std::uint64_t>("largest"),
                                 .scale = arguments.get<double>("scale")};
  const AnyMeasure& measure = arguments.get<AnyMeasure>("output_measure");
  return build_under(
      measure, "private_quantiles", "max_divergence() and zero_concentrated_divergence()",
      [&]<QuantilesMeasure MO>(const MO& typed_measure) {
        return build_on(domain, metric, "private_quantiles",
                        "counts of make_count_among_candidates with an L1 distance of uint64",
                        [&](const Rows<std::uint64_t>& counts,
                            const LpDistance<1, std::uint64_t>& typed_metric) {
                          return make_private_quantiles(counts, typed_metric, typed_measure,
                                                        options);
                        });
      });
}

}  // namespace

Constructor offer_private_quantiles();

Constructor offer_private_quantiles() {
  return {
      .name = "private_quantiles",
      .summary = "Releases positions of candidates: about several quantiles, which never cross.",
      .details =
          "From counts of make_count_among_candidates. The middle quantile is selected first, then "
          "the others among the rows on either side of it, so that m of them cost as much as the "
          "logarithm of m. With e = d_in / scale, each level costs e under max_divergence and at "
          "most "
          "e^2 / 8 under zero_concentrated_divergence.",
      .parameters = {{.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "under which the loss is stated; it also chooses the noise"},
                     {.name = "alphas",
                      .type = ParameterType::numbers,
                      .doc = "which quantiles, from 0 to 1, increasing"},
                     {.name = "smallest",
                      .type = ParameterType::count,
                      .doc = "for the minimum, how many rows are to lie below it; 0 for none"},
                     {.name = "largest",
                      .type = ParameterType::count,
                      .doc = "for the maximum, how many rows are to lie above it; 0 for none"},
                     {.name = "scale",
                      .type = ParameterType::number,
                      .doc = "of the noise on the median, in rows; 0 selects without noise"}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_private_quantiles),
  };
}

}  // namespace scrim::any
