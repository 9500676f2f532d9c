#include <string>
#include <vector>

#include "scrim/any/registry.hpp"
#include "scrim/transformations/join_cells/make_join_cells.hpp"

namespace scrim::any {

namespace {

AnyObject build_join_cells(const AnyDomain& domain, const AnyMetric& metric,
                           const Arguments& arguments) {
  return build_on(domain, metric, "join_cells", "tables with the metric for them",
                  [&]<class D, class M>(const D& table, const M& typed_metric)
                    requires MappedTables<D, M>
                  {
                    return make_join_cells(
                        table, typed_metric,
                        {.names = arguments.get<std::vector<std::string>>("names"),
                         .name = arguments.get<std::string>("name")});
                  });
}

}  // namespace

Constructor offer_join_cells();

Constructor offer_join_cells() {
  return {
      .name = "join_cells",
      .summary = "Adds a column of texts that tell the cells of several columns.",
      .details =
          "Takes tables, with or without persons. Cells stand with commas between them, and a "
          "backslash before each comma and backslash of theirs; integers are decimal, truths 0 or "
          "1, dates the days since 1970-01-01. Rows with other cells have other texts, so that "
          "keys of several columns can be counted as those of one. Where a cell is missing, the "
          "text is. d_out = d_in.",
      .parameters = {{.name = "names",
                      .type = ParameterType::names,
                      .doc = "the columns that are joined, in this order: of integers, texts, "
                             "truths or dates"},
                     {.name = "name",
                      .type = ParameterType::text,
                      .doc = "of the new column; no other may have it"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_join_cells),
  };
}

}  // namespace scrim::any
