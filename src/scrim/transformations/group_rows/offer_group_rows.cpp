#include <string>
#include <vector>

#include "scrim/any/registry.hpp"
#include "scrim/transformations/group_rows/make_group_rows.hpp"

namespace scrim::any {

namespace {

AnyObject build_group_rows(const AnyDomain& domain, const AnyMetric& metric,
                           const Arguments& arguments) {
  return build_on(domain, metric, "group_rows", "tables with symmetric_distance()",
                  [&](const TableDomain& rows, const SymmetricDistance& distance) {
                    return make_group_rows(
                        rows, distance,
                        {.group = arguments.get<std::string>("group"),
                         .values = arguments.get<std::vector<std::string>>("values")});
                  });
}

}  // namespace

Constructor offer_group_rows();

Constructor offer_group_rows() {
  return {
      .name = "group_rows",
      .summary = "Tells of each row of a table of which group it is.",
      .details =
          "For rows that are nobody's; those of persons are bounded. Rows without a group are left "
          "out. d_out = (d_in, d_in, d_in).",
      .parameters = {{.name = "group",
                      .type = ParameterType::text,
                      .doc = "the column that tells groups apart: integers or texts"},
                     {.name = "values",
                      .type = ParameterType::names,
                      .doc = "the columns that are kept behind it, in this order"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_group_rows),
  };
}

}  // namespace scrim::any
