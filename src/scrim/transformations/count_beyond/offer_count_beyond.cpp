#include "scrim/any/registry.hpp"
#include "scrim/transformations/count_beyond/make_count_beyond.hpp"

namespace scrim::any {

namespace {

AnyObject build_count_beyond(const AnyDomain& domain, const AnyMetric& metric,
                             const Arguments& arguments) {
  const auto side =
      chosen<Beyond>(arguments, "side", {{"above", Beyond::above}, {"below", Beyond::below}});
  return build_on(domain, metric, "count_beyond", "vectors of numbers with a dataset metric",
                  [&]<Number T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
                    return make_count_beyond(rows, typed_metric,
                                             exactly<T>(arguments.get<AnyNumbers>("candidates")),
                                             side);
                  });
}

}  // namespace

Constructor offer_count_beyond();

Constructor offer_count_beyond() {
  return {
      .name = "count_beyond",
      .summary = "Counts the rows beyond each of some public candidates, outward.",
      .details =
          "The rows above the first candidate, above the second and so on; or the rows below the "
          "last candidate, below the one before it and so on. Rows are numbers that are never "
          "NaN; one that equals a candidate is not beyond it.",
      .parameters = {{.name = "candidates",
                      .type = ParameterType::numbers,
                      .doc = "strictly increasing numbers; public"},
                     {.name = "side",
                      .type = ParameterType::choice,
                      .doc = "whether rows \"above\" or \"below\" a candidate are beyond it",
                      .choices = {"above", "below"}}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_count_beyond),
  };
}

}  // namespace scrim::any
