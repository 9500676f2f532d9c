// Holds a loop over rows, which is compiled for speed.
#include "scrim/any/registry.hpp"
#include "scrim/transformations/count_by_key/make_count_by_key.hpp"

namespace scrim::any {

namespace {

AnyObject count_groups(const GroupedTableDomain& domain, const GroupedDistance& metric) {
  if (domain.group().kind == RowKind::text) {
    return hide(make_count_by_key<std::string>(domain, metric));
  }
  return hide(make_count_by_key<std::int64_t>(domain, metric));
}

AnyObject build_count_by_key(const AnyDomain& domain, const AnyMetric& metric, const Arguments&) {
  const auto* groups = std::get_if<GroupedTableDomain>(&domain);
  const auto* by_group = std::get_if<GroupedDistance>(&metric);
  if (groups != nullptr && by_group != nullptr) return count_groups(*groups, *by_group);
  return build_on(domain, metric, "count_by_key",
                  "vectors of integers, booleans or texts with a dataset metric, or tables with "
                  "groups",
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
          "removed moves them by (1, 1, 1), one that is changed by (2, 2, 1). Of a table with "
          "groups, the rows of each group, as far apart as these.",
      .parameters = {},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_count_by_key),
  };
}

}  // namespace scrim::any
