#include "scrim/any/registry.hpp"

namespace scrim::any {

namespace {

AnyMeasurement build(const AnyMeasurement& measurement, const Arguments& arguments) {
  return measurement.convert_measure(arguments.get<AnyMeasure>(0));
}

}  // namespace

Constructor convert_measure() {
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
      .build = Constructor::FromMeasurement(build),
  };
}

}  // namespace scrim::any
