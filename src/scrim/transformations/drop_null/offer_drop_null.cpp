// Holds a loop over rows, which is compiled for speed.
#include "scrim/any/registry.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"

namespace scrim::any {

namespace {

AnyObject build_drop_null(const AnyDomain& domain, const AnyMetric& metric, const Arguments&) {
  return build_on(
      domain, metric, "drop_null",
      "vectors of values that may be missing, with a dataset metric that does without a "
      "known size",
      [&]<Atom T, DatasetMetric M>(const RowsWithNulls<T>& rows, const M& typed_metric)
        requires(!M::needs_known_size)
      { return make_drop_null(rows, typed_metric); });
}

}  // namespace

Constructor offer_drop_null();

Constructor offer_drop_null() {
  return {
      .name = "drop_null",
      .summary = "Leaves out the rows that are null.",
      .details = "Takes vectors of an option_domain, of no known size. d_out = d_in.",
      .parameters = {},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_drop_null),
  };
}

}  // namespace scrim::any
