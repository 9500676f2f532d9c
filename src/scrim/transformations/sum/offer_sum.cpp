#include "scrim/any/registry.hpp"
#include "scrim/transformations/sum/make_sum.hpp"

namespace scrim::any {

namespace {

AnyObject build_sum(const AnyDomain& domain, const AnyMetric& metric, const Arguments&) {
  return build_on(domain, metric, "sum",
                  "vectors of integers with a dataset metric (bring floats to a grid first: "
                  "then_quantise)",
                  [&]<Integer T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
                    return make_sum(rows, typed_metric);
                  });
}

}  // namespace

Constructor offer_sum();

Constructor offer_sum() {
  return {
      .name = "sum",
      .summary = "Adds up rows that are integers within bounds.",
      .details =
          "The sum is exact, and the nearest int64 where it does not fit. The domain declares "
          "bounds a and b below 2^62 in absolute value, as it does after then_clamp and "
          "then_quantise. A row added or removed moves the sum by at most max(|a|, |b|), a row "
          "changed by at most b - a.",
      .parameters = {},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_sum),
  };
}

}  // namespace scrim::any
