#include "scrim/any/registry.hpp"
#include "scrim/transformations/count_numbers/make_count_numbers.hpp"

namespace scrim::any {

namespace {

AnyObject build_count_numbers(const AnyDomain& domain, const AnyMetric& metric, const Arguments&) {
  return build_on(domain, metric, "count_numbers",
                  "vectors of floats with a dataset metric (then_count() counts rows of any kind)",
                  [&]<Float T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
                    return make_count_numbers(rows, typed_metric);
                  });
}

}  // namespace

Constructor offer_count_numbers();

Constructor offer_count_numbers() {
  return {
      .name = "count_numbers",
      .summary = "Counts the rows that are not NaN.",
      .details =
          "Takes floats: what a mean divides by, where a NaN adds nothing to the sum. A row added, "
          "removed or changed moves the count by at most 1.",
      .parameters = {},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_count_numbers),
  };
}

}  // namespace scrim::any
