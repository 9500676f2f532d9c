#include "scrim/any/any_measures.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/combinators/composition/make_composition.hpp"

namespace scrim::any {

namespace {

AnyMeasurement build_composition(const std::vector<AnyMeasurement>& measurements,
                                 const Arguments&) {
  return make_postprocess(make_composition(measurements),
                          [](const std::vector<AnyValue>& releases) { return AnyValue(releases); });
}

}  // namespace

Constructor offer_composition();

Constructor offer_composition() {
  return {
      .name = "composition",
      .summary = "Releases what each of several measurements releases, as a list.",
      .details =
          "They have one input domain, input metric and output measure, and the list is fixed "
          "beforehand. The data is read once, and the losses add up.",
      .parameters = {},
      .makes_measurement = true,
      .build = Constructor::FromMeasurements(build_composition),
  };
}

}  // namespace scrim::any
