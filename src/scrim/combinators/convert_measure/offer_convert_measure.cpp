#include "scrim/any/any_measures.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"

namespace scrim::any {

namespace {

AnyMeasurement build_convert_measure(const AnyMeasurement& measurement,
                                     const Arguments& arguments) {
  return make_convert_measure(measurement, arguments.get<AnyMeasure>("output_measure"));
}

}  // namespace

Constructor offer_convert_measure();

Constructor offer_convert_measure() {
  return {
      .name = "convert_measure",
      .summary =
          "Releases what a measurement releases, with its loss stated under another measure.",
      .details =
          "Takes a measurement under range_divergence: its epsilon is worth epsilon under "
          "max_divergence and epsilon^2 / 8 under zero_concentrated_divergence.",
      .parameters = {{.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "max_divergence() or zero_concentrated_divergence()"}},
      .makes_measurement = true,
      .build = Constructor::FromMeasurement(build_convert_measure),
  };
}

}  // namespace scrim::any
