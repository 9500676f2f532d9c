#include "scrim/any/registry.hpp"
#include "scrim/transformations/lookup/make_lookup.hpp"

namespace scrim::any {

namespace {

AnyObject build_lookup(const AnyDomain& domain, const AnyMetric& metric,
                       const Arguments& arguments) {
  const Lookup lookup{
      .keys = arguments.get<std::vector<std::string>>("keys"),
      .table = arguments.get<PublicTable>("table"),
      .add = arguments.get<std::vector<std::string>>("add"),
      .unmatched = chosen<Unmatched>(arguments, "unmatched",
                                     {{"missing", Unmatched::missing}, {"drop", Unmatched::drop}})};
  return build_on(domain, metric, "lookup", "tables with the metric for them",
                  [&]<class D, class M>(const D& table, const M& typed_metric)
                    requires MappedTables<D, M>
                  { return make_lookup(table, typed_metric, lookup); });
}

}  // namespace

Constructor offer_lookup();

Constructor offer_lookup() {
  return {
      .name = "lookup",
      .summary = "Adds columns to a table, looked up in a public one.",
      .details =
          "Takes tables, with or without persons. Keys are integers or texts, and no two "
          "rows of the public table have the same. d_out = d_in.",
      .parameters = {{.name = "keys",
                      .type = ParameterType::names,
                      .doc = "of columns that both tables have, and that are compared"},
                     {.name = "table",
                      .type = ParameterType::public_table,
                      .doc = "what everybody may know, as a dictionary of columns by name"},
                     {.name = "add",
                      .type = ParameterType::names,
                      .doc = "of the columns of the public table to add"},
                     {.name = "unmatched",
                      .type = ParameterType::choice,
                      .doc = "what becomes of rows whose keys the public table does not have: what "
                             "is added is missing, or they are dropped",
                      .choices = {"missing", "drop"},
                      .may_be_left_out = true}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_lookup),
  };
}

}  // namespace scrim::any
