#include "scrim/any/registry.hpp"
#include "scrim/transformations/count/make_count.hpp"

namespace scrim::any {

namespace {

AnyObject build_count(const AnyDomain& domain, const AnyMetric& metric, const Arguments&) {
  return build_on(
      domain, metric, "count", "vectors with a dataset metric",
      [&]<Domain D, DatasetMetric M>(const VectorDomain<D>& rows, const M& typed_metric) {
        return make_count(rows, typed_metric);
      });
}

}  // namespace

Constructor offer_count();

Constructor offer_count() {
  return {
      .name = "count",
      .summary = "Counts the rows.",
      .details =
          "Takes rows of any kind; one that is null is a row. A row added or removed moves the "
          "count by 1; where the size is known nothing moves it, and d_out = 0.",
      .parameters = {},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_count),
  };
}

}  // namespace scrim::any
