#include "scrim/any/registry.hpp"
#include "scrim/measurements/release_weighted_keys/make_release_weighted_keys.hpp"

namespace scrim::any {

namespace {

AnyObject build_release_weighted_keys(const AnyDomain& domain, const AnyMetric& metric,
                                      const Arguments& arguments) {
  const ThresholdOptions options{.scale = arguments.get<double>("scale"),
                                 .threshold = arguments.get<std::uint64_t>("threshold")};
  return build_on(
      domain, metric, "release_weighted_keys", "keyed counts with person_weight_distance(...)",
      [&]<Key K>(const KeyedCountsDomain<K>& groups, const PersonWeightDistance& typed_metric) {
        return make_release_weighted_keys(groups, typed_metric,
                                          Approximate<ZeroConcentratedDivergence>{}, options);
      });
}

}  // namespace

Constructor offer_release_weighted_keys();

Constructor offer_release_weighted_keys() {
  return {
      .name = "release_weighted_keys",
      .summary =
          "Releases the keys whose weights reach a threshold under discrete Gaussian noise, and "
          "nothing else of them, in the order of keys.",
      .details =
          "Exact: no probability is rounded. The measure is "
          "approximate(zero_concentrated_divergence()). d persons cost rho = (d * weight)^2 / (2 "
          "scale^2), whatever number of keys they are in, and a delta that is the probability that "
          "a key is told which only one of two neighbours has. least_weight_threshold finds the "
          "threshold for a delta.",
      .parameters = {{.name = "scale",
                      .type = ParameterType::number,
                      .doc = "of the noise, in units of weight; 0 adds none"},
                     {.name = "threshold",
                      .type = ParameterType::count,
                      .doc = "the least noisy weight whose key is released, at least 1"}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_release_weighted_keys),
  };
}

}  // namespace scrim::any
