// Holds a loop over rows, which is compiled for speed.
#include "scrim/any/registry.hpp"
#include "scrim/transformations/count_by_key/make_count_by_key.hpp"

namespace scrim::any {

namespace {

AnyObject build_count_by_key(const AnyDomain& domain, const AnyMetric& metric, const Arguments&) {
  return build_on(domain, metric, "count_by_key",
                  "vectors of integers, booleans or texts with a dataset metric",
                  [&]<KeyRow T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
                    return make_count_by_key(rows, typed_metric);
                  });
}

}  // namespace

Constructor offer_count_by_key();

Constructor offer_count_by_key() {
  return {
      .name = "count_by_key",
      .summary = "Counts the rows of each key that occurs.",
      .details =
          "For keys that are not known beforehand; those that are public are categories. Which "
          "keys occur is as private as how often. Distances are triples (groups, total, in_each): "
          "how many counts differ, by how much in all, and by how much in each. One row added or "
          "removed moves them by (1, 1, 1), one that is changed by (2, 2, 1).",
      .parameters = {},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_count_by_key),
  };
}

}  // namespace scrim::any
