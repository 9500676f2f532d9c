#include "scrim/any/registry.hpp"
#include "scrim/transformations/select/make_select.hpp"

namespace scrim::any {

namespace {

AnyObject build_select(const AnyDomain& domain, const AnyMetric& metric,
                       const Arguments& arguments) {
  return build_on(domain, metric, "select", "tables with the metric for them",
                  [&]<class D, class M>(const D& table, const M& typed_metric)
                    requires MappedTables<D, M>
                  {
                    return make_select(table, typed_metric,
                                       arguments.get<std::vector<std::string>>("names"));
                  });
}

}  // namespace

Constructor offer_select();

Constructor offer_select() {
  return {
      .name = "select",
      .summary = "Keeps some columns of a table.",
      .details = "Takes tables, with or without persons, whose ids are kept as well. d_out = d_in.",
      .parameters = {{.name = "names",
                      .type = ParameterType::names,
                      .doc = "of the columns to keep, in their order"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_select),
  };
}

}  // namespace scrim::any
