#include "scrim/any/registry.hpp"
#include "scrim/transformations/filter/make_filter.hpp"

namespace scrim::any {

namespace {

AnyObject build_filter(const AnyDomain& domain, const AnyMetric& metric,
                       const Arguments& arguments) {
  return build_on(
      domain, metric, "filter", "tables with the metric for them",
      [&]<class D, class M>(const D& table, const M& typed_metric)
        requires MappedTables<D, M>
      { return make_filter(table, typed_metric, arguments.get<RowExpression>("condition")); });
}

}  // namespace

Constructor offer_filter();

Constructor offer_filter() {
  return {
      .name = "filter",
      .summary = "Keeps the rows of a table at which a condition holds.",
      .details =
          "Takes tables, with or without persons. Where a cell that is compared is missing, "
          "the condition does not hold. d_out = d_in.",
      .parameters = {{.name = "condition",
                      .type = ParameterType::expression,
                      .doc = "of the columns, such as \"age >= 18\" or lambda r: r.age >= 18"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_filter),
  };
}

}  // namespace scrim::any
