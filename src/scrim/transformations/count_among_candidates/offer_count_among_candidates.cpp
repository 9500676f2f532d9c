#include "scrim/any/registry.hpp"
#include "scrim/transformations/count_among_candidates/make_count_among_candidates.hpp"

namespace scrim::any {

namespace {

AnyObject build_count_among_candidates(const AnyDomain& domain, const AnyMetric& metric,
                                       const Arguments& arguments) {
  return build_on(domain, metric, "count_among_candidates",
                  "vectors of numbers with a dataset metric",
                  [&]<Number T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
                    return make_count_among_candidates(
                        rows, typed_metric, exactly<T>(arguments.get<AnyNumbers>("candidates")));
                  });
}

}  // namespace

Constructor offer_count_among_candidates();

Constructor offer_count_among_candidates() {
  return {
      .name = "count_among_candidates",
      .summary = "Counts the rows that equal each candidate, and those that lie between them.",
      .details =
          "First the rows below the first candidate, then those equal to it, then those between it "
          "and the second, and so on to those above the last. Rows are numbers that are never NaN.",
      .parameters = {{.name = "candidates",
                      .type = ParameterType::numbers,
                      .doc = "strictly increasing numbers; public"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_count_among_candidates),
  };
}

}  // namespace scrim::any
