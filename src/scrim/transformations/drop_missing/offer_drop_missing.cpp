#include "scrim/any/registry.hpp"
#include "scrim/transformations/drop_missing/make_drop_missing.hpp"

namespace scrim::any {

namespace {

AnyObject build_drop_missing(const AnyDomain& domain, const AnyMetric& metric,
                             const Arguments& arguments) {
  return build_on(domain, metric, "drop_missing", "tables with the metric for them",
                  [&]<class D, class M>(const D& table, const M& typed_metric)
                    requires MappedTables<D, M>
                  {
                    return make_drop_missing(table, typed_metric,
                                             arguments.get<std::vector<std::string>>("names"));
                  });
}

}  // namespace

Constructor offer_drop_missing();

Constructor offer_drop_missing() {
  return {
      .name = "drop_missing",
      .summary = "Leaves out the rows of a table that miss a cell in some columns.",
      .details =
          "Takes tables, with or without persons. A null is missing, and so is NaN. "
          "d_out = d_in.",
      .parameters = {{.name = "names",
                      .type = ParameterType::names,
                      .doc = "of the columns in which no cell may be missing"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_drop_missing),
  };
}

}  // namespace scrim::any
