#include "scrim/any/registry.hpp"
#include "scrim/measurements/above_threshold/make_above_threshold.hpp"

namespace scrim {

/// Two vectors: the positions, and the gaps.
[[nodiscard]] static AnyValue any_value(const Crossings& crossings) {
  std::vector<AnyValue> parts;
  parts.push_back(any_value(crossings.positions));
  parts.push_back(any_value(crossings.gaps));
  return AnyValue(std::in_place_type<std::vector<AnyValue>>, std::move(parts));
}

namespace any {

namespace {

AnyObject build_above_threshold(const AnyDomain& domain, const AnyMetric& metric,
                                const Arguments& arguments) {
  const auto cross = chosen<Cross>(arguments, "cross",
                                   {{"at_least", Cross::at_least}, {"at_most", Cross::at_most}});
  const AboveThresholdOptions options{.threshold = arguments.get<std::int64_t>("threshold"),
                                      .cross = cross,
                                      .positives = arguments.get<std::uint64_t>("positives"),
                                      .threshold_scale = arguments.get<double>("threshold_scale"),
                                      .score_scale = arguments.get<double>("score_scale")};
  return build_on(
      domain, metric, "above_threshold",
      "vectors of integers with an L-infinity distance of uint64",
      [&]<Integer T>(const Rows<T>& scores, const LInfDistance<std::uint64_t>& typed_metric) {
        return make_above_threshold(scores, typed_metric, MaxDivergence{}, options);
      });
}

}  // namespace

Constructor offer_above_threshold();

Constructor offer_above_threshold() {
  return {
      .name = "above_threshold",
      .summary =
          "Releases which scores are the first to reach a public threshold under noise, and "
          "the gaps by which they do.",
      .details =
          "Geometric noise, which is never negative, is added once to the threshold and anew to "
          "each score. A release is two vectors, positions and gaps, and costs d_in / "
          "threshold_scale + positives * r / score_scale under max_divergence, where r is d_in if "
          "the metric is monotonic, else 2 d_in: the number of scores does not matter.",
      .parameters = {{.name = "threshold",
                      .type = ParameterType::integer,
                      .doc = "in units of scores; public"},
                     {.name = "cross",
                      .type = ParameterType::choice,
                      .doc = "whether scores are looked for that are at or above the threshold "
                             "(\"at_least\") or at or below it (\"at_most\")",
                      .choices = {"at_least", "at_most"}},
                     {.name = "positives",
                      .type = ParameterType::count,
                      .doc = "how many to find, at least 1; each costs"},
                     {.name = "threshold_scale",
                      .type = ParameterType::number,
                      .doc = "of the noise on the threshold; 0 adds none"},
                     {.name = "score_scale",
                      .type = ParameterType::number,
                      .doc = "of the noise on each score; 0 adds none"}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_above_threshold),
  };
}

}  // namespace any

}  // namespace scrim
