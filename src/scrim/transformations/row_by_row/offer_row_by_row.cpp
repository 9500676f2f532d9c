#include <span>
#include <string>

#include "scrim/any/registry.hpp"
#include "scrim/core/domain_identity.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/expressions/evaluate_rows.hpp"
#include "scrim/transformations/row_by_row/make_row_by_row.hpp"

namespace scrim::any {

namespace {

template <Number Out>
Out otherwise_of(const TypedExpression& expression, const Arguments& arguments) {
  const auto* otherwise = arguments.find<AnyNumber>("otherwise");
  if (otherwise == nullptr) {
    if (expression.may_lack_value) {
      fail(ErrorKind::invalid_argument,
           "make_row_by_row: " + arguments.get<RowExpression>("function").text() +
               " may have no value at some rows (as 0 / 0, inf - inf, or log(-1)); say what such "
               "rows become (otherwise=...)");
    }
    return Out{};
  }
  const Out value = exactly<Out>(*otherwise);
  if (!AtomDomain<Out>().contains(value)) {
    fail(ErrorKind::invalid_argument, "make_row_by_row: otherwise is NaN; give a number");
  }
  return value;
}

template <class In, class Out, DatasetMetric M>
AnyObject build_typed(const Rows<In>& domain, const M& metric, AtomDomain<Out> output_element,
                      TypedExpression expression, const Arguments& arguments) {
  const Out otherwise = otherwise_of<Out>(expression, arguments);
  // All that the function depends on.
  auto identity = Identity("row_by_row")
                      .add(identity_of(domain.element))
                      .add(arguments.get<RowExpression>("function").text())
                      .add(otherwise);
  return hide(make_row_by_row(
      domain, metric, vector_domain(std::move(output_element), domain.size),
      [expression = std::move(expression), otherwise](std::span<const In> rows,
                                                      std::span<Out> out) {
        evaluate_rows(expression, rows, out, otherwise);
      },
      std::move(identity)));
}

AnyObject build_row_by_row(const AnyDomain& domain, const AnyMetric& metric,
                           const Arguments& arguments) {
  return build_on(
      domain, metric, "row_by_row", "vectors of numbers or texts with a dataset metric",
      [&]<Atom T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) -> AnyObject {
        auto expression = typed_expression(arguments.get<RowExpression>("function"),
                                           kind_of_rows<T>, rows.element.nan);
        switch (expression.kind) {
          case RowKind::real:
            return build_typed(rows, typed_metric, AtomDomain<double>(), std::move(expression),
                               arguments);
          case RowKind::truth:
            return build_typed(rows, typed_metric,
                               AtomDomain<std::int64_t>(Bounds<std::int64_t>{0, 1}),
                               std::move(expression), arguments);
          default:
            return build_typed(rows, typed_metric, AtomDomain<std::int64_t>(),
                               std::move(expression), arguments);
        }
      });
}

}  // namespace

Constructor offer_row_by_row();

Constructor offer_row_by_row() {
  return {
      .name = "row_by_row",
      .summary = "Replaces every row by a function of it.",
      .details =
          "Takes numbers or texts, and gives floats, 64-bit integers, or 0 and 1 for conditions. "
          "d_out = d_in.",
      .parameters = {{.name = "function",
                      .type = ParameterType::function,
                      .doc = "of one row; it is called once, now, with a RowExpression that stands "
                             "for the row, and what it gives is computed for every row"},
                     {.name = "otherwise",
                      .type = ParameterType::any_number,
                      .doc =
                          "what a row becomes at which the function has no value, such as 0 / 0; "
                          "needed where that may happen",
                      .may_be_left_out = true}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_row_by_row),
  };
}

}  // namespace scrim::any
