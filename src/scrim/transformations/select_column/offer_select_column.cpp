#include "scrim/any/registry.hpp"
#include "scrim/transformations/select_column/select_table_column.hpp"

namespace scrim::any {

namespace {

template <class T>
AnyObject select_as(const TableDomain& table, const SymmetricDistance& metric,
                    const std::string& name, bool is_nullable) {
  if (is_nullable) return hide(make_select_column<std::optional<T>>(table, metric, name));
  return hide(make_select_column<T>(table, metric, name));
}

AnyObject build_select_column(const AnyDomain& domain, const AnyMetric& metric,
                              const Arguments& arguments) {
  return build_on(
      domain, metric, "select_column", "tables without persons, with symmetric_distance()",
      [&](const TableDomain& table, const SymmetricDistance& typed_metric) -> AnyObject {
        const auto& name = arguments.get<std::string>("name");
        const TableColumn& column = table.columns()[table.place_of(name, "make_select_column")];
        switch (column.kind) {
          case RowKind::real:
            return select_as<double>(table, typed_metric, name, column.is_nullable);
          case RowKind::text:
            return select_as<std::string_view>(table, typed_metric, name, column.is_nullable);
          default:
            return select_as<std::int64_t>(table, typed_metric, name, column.is_nullable);
        }
      });
}

}  // namespace

Constructor offer_select_column();

Constructor offer_select_column() {
  return {
      .name = "select_column",
      .summary = "Replaces every row of a table by its cell in one column.",
      .details =
          "Takes tables without persons. Gives vectors of floats, 64-bit integers (0 and 1 "
          "for truths) or texts; of an option_domain where cells may be missing. "
          "d_out = d_in.",
      .parameters = {{.name = "name", .type = ParameterType::text, .doc = "of the column"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_select_column),
  };
}

}  // namespace scrim::any
