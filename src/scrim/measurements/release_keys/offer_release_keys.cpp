#include "scrim/any/registry.hpp"
#include "scrim/measurements/release_keys/make_release_keys.hpp"

namespace scrim::any {

namespace {

AnyObject build_release_keys(const AnyDomain& domain, const AnyMetric& metric,
                             const Arguments& arguments) {
  const ReleaseKeysOptions options{.epsilon = arguments.get<double>("epsilon"),
                                   .delta = arguments.get<double>("delta")};
  return build_on(
      domain, metric, "release_keys", "keyed counts with a keyed distance",
      [&]<Key K>(const KeyedCountsDomain<K>& groups, const KeyedDistance& typed_metric) {
        return make_release_keys(groups, typed_metric, Approximate<MaxDivergence>{}, options);
      });
}

}  // namespace

Constructor offer_release_keys();

Constructor offer_release_keys() {
  return {
      .name = "release_keys",
      .summary = "Releases keys, and nothing else of them, by the rule that tells most of them.",
      .details =
          "Each key is told with a probability that depends on its count alone, and is the largest "
          "that epsilon and delta allow if one count changes by one. The measure is "
          "approximate(max_divergence()). At (groups, total, in_each) a release costs total * "
          "epsilon, and a delta that adds up over groups and grows by e^epsilon with each row of "
          "one. The release is in the order of keys.",
      .parameters = {{.name = "epsilon",
                      .type = ParameterType::number,
                      .doc = "of one count that changes by one, at least 0"},
                     {.name = "delta",
                      .type = ParameterType::number,
                      .doc = "of the same, above 0 and below 1"}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_release_keys),
  };
}

}  // namespace scrim::any
