#include "scrim/any/any_measures.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"

namespace scrim::any {

namespace {

AnyMeasurement build_convert_measure(const AnyMeasurement& measurement,
                                     const Arguments& arguments) {
  const auto& measure = arguments.get<AnyMeasure>("output_measure");
  const auto* delta = arguments.find<AnyNumber>("delta");
  if (delta == nullptr) return make_convert_measure(measurement, measure);
  return make_convert_measure(measurement, measure, AtDelta{exactly<double>(*delta)});
}

}  // namespace

Constructor offer_convert_measure();

Constructor offer_convert_measure() {
  return {
      .name = "convert_measure",
      .summary =
          "Releases what a measurement releases, with its loss stated under another measure.",
      .details =
          "From range_divergence into max_divergence (the same epsilon) and "
          "zero_concentrated_divergence; from max_divergence into zero_concentrated_divergence, "
          "renyi_divergence and approximate(max_divergence()); from zero_concentrated_divergence "
          "into renyi_divergence and approximate(zero_concentrated_divergence()); from "
          "approximate(max_divergence()) into approximate(zero_concentrated_divergence()); from "
          "all "
          "of these but renyi_divergence into profile_divergence. At a delta: from "
          "zero_concentrated_divergence, approximate(zero_concentrated_divergence()), "
          "renyi_divergence and profile_divergence into approximate(max_divergence()).",
      .parameters = {{.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "such as approximate(max_divergence())"},
                     {.name = "delta",
                      .type = ParameterType::any_number,
                      .doc = "how likely epsilon may be exceeded, where that has to be chosen",
                      .may_be_left_out = true}},
      .makes_measurement = true,
      .build = Constructor::FromMeasurement(build_convert_measure),
  };
}

}  // namespace scrim::any
