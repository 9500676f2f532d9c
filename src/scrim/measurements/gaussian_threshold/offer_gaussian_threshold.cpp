#include "scrim/any/registry.hpp"
#include "scrim/measurements/gaussian_threshold/make_gaussian_threshold.hpp"

namespace scrim::any {

namespace {

AnyObject build_gaussian_threshold(const AnyDomain& domain, const AnyMetric& metric,
                                   const Arguments& arguments) {
  const ThresholdOptions options{.scale = arguments.get<double>("scale"),
                                 .threshold = arguments.get<std::uint64_t>("threshold")};
  return build_on(
      domain, metric, "gaussian_threshold", "keyed counts with a keyed distance",
      [&]<Key K>(const KeyedCountsDomain<K>& groups, const KeyedDistance& typed_metric) {
        return make_gaussian_threshold(groups, typed_metric,
                                       Approximate<ZeroConcentratedDivergence>{}, options);
      });
}

}  // namespace

Constructor offer_gaussian_threshold();

Constructor offer_gaussian_threshold() {
  return {
      .name = "gaussian_threshold",
      .summary =
          "Releases the keys whose counts reach a threshold under discrete Gaussian noise, with "
          "their noisy counts, in the order of keys.",
      .details =
          "Exact: no probability is rounded. The measure is "
          "approximate(zero_concentrated_divergence()). At (groups, total, in_each) a release "
          "costs rho = s / (2 scale^2), where s is the largest sum of squares of such a change, "
          "and a delta that is the probability that a key is told which only one of two "
          "neighbours has. least_gaussian_threshold finds the threshold for a delta.",
      .parameters = {{.name = "scale",
                      .type = ParameterType::number,
                      .doc = "of the noise, in rows; 0 adds none"},
                     {.name = "threshold",
                      .type = ParameterType::count,
                      .doc = "the least noisy count that is released, at least 1"}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_gaussian_threshold),
  };
}

}  // namespace scrim::any
