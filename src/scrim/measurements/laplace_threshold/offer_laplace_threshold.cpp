#include "scrim/any/registry.hpp"
#include "scrim/measurements/laplace_threshold/make_laplace_threshold.hpp"

namespace scrim::any {

namespace {

AnyObject build_laplace_threshold(const AnyDomain& domain, const AnyMetric& metric,
                                  const Arguments& arguments) {
  const ThresholdOptions options{.scale = arguments.get<double>("scale"),
                                 .threshold = arguments.get<std::uint64_t>("threshold")};
  const auto measure = arguments.get_or("output_measure", AnyMeasure(Approximate<MaxDivergence>{}));
  return build_under(
      measure, "laplace_threshold",
      "approximate(max_divergence()) and approximate(zero_concentrated_divergence())",
      [&]<LaplaceMeasure E>(const Approximate<E>& typed_measure) {
        return build_on(
            domain, metric, "laplace_threshold", "keyed counts with a keyed distance",
            [&]<Key K>(const KeyedCountsDomain<K>& groups, const KeyedDistance& typed_metric) {
              return make_laplace_threshold(groups, typed_metric, typed_measure, options);
            });
      });
}

}  // namespace

Constructor offer_laplace_threshold();

Constructor offer_laplace_threshold() {
  return {
      .name = "laplace_threshold",
      .summary =
          "Releases the keys whose counts reach a threshold under discrete Laplace noise, with "
          "their noisy counts, in the order of keys.",
      .details =
          "Exact: no probability is rounded. At (groups, total, in_each) a release costs total / "
          "scale under max_divergence, and a delta that is the probability that a key is told "
          "which only one of two neighbours has, at the worst way to spread the change. "
          "least_laplace_threshold finds the threshold for a delta.",
      .parameters = {{.name = "scale",
                      .type = ParameterType::number,
                      .doc = "of the noise, in rows; 0 adds none"},
                     {.name = "threshold",
                      .type = ParameterType::count,
                      .doc = "the least noisy count that is released, at least 1"},
                     {.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "under which the loss is stated; approximate(max_divergence()) if "
                             "left out",
                      .may_be_left_out = true}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_laplace_threshold),
  };
}

}  // namespace scrim::any
