#include "scrim/any/registry.hpp"
#include "scrim/transformations/derive/make_derive.hpp"

namespace scrim::any {

namespace {

AnyObject build_derive(const AnyDomain& domain, const AnyMetric& metric,
                       const Arguments& arguments) {
  return build_on(domain, metric, "derive", "tables with the metric for them",
                  [&]<class D, class M>(const D& table, const M& typed_metric)
                    requires MappedTables<D, M>
                  {
                    return make_derive(table, typed_metric, arguments.get<std::string>("name"),
                                       arguments.get<RowExpression>("expression"));
                  });
}

}  // namespace

Constructor offer_derive();

Constructor offer_derive() {
  return {
      .name = "derive",
      .summary = "Adds a column to a table, computed from the others.",
      .details =
          "Takes tables, with or without persons. Rows at which the expression has no value "
          "miss a cell in the new column, which stands at the end. d_out = d_in.",
      .parameters = {{.name = "name",
                      .type = ParameterType::text,
                      .doc = "of the new column; no other may have it"},
                     {.name = "expression",
                      .type = ParameterType::expression,
                      .doc = "of the columns, such as \"age // 10\" or lambda r: r.age // 10"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_derive),
  };
}

}  // namespace scrim::any
