#include "scrim/transformations/filter/make_filter.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "scrim/columns/gather_rows.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/expressions/evaluate_batch.hpp"

namespace scrim::filter {

namespace {

struct Buffer {
  ExpressionBuffer expression = {};
  std::vector<std::uint32_t> places = {};
  GatheredRows rows = {};
};

TypedExpression typed_condition(const RowExpression& condition, const TableDomain& seen) {
  TypedExpression typed = typed_expression(condition, seen.columns());
  if (typed.kind == RowKind::truth) return typed;
  fail(ErrorKind::mismatch, "make_filter: " + condition.text() + " gives " +
                                std::string(name(typed.kind)) +
                                "; a filter takes a condition, as in age >= 18");
}

}  // namespace

RowMap<Batch, Batch> rows_where(const RowExpression& condition, const TableDomain& seen,
                                std::size_t ids, const Identity& domain) {
  return make_row_map<Batch, Batch, Buffer>(
      [typed = typed_condition(condition, seen), ids](const Batch& block, Buffer& buffer) -> Batch {
        const auto truths = evaluate_condition(typed, block, ids, buffer.expression);
        if (are_all(truths)) return block;
        return buffer.rows.gather(block, places_of(truths, buffer.places));
      },
      Identity("filter").add(domain).add(condition.text()));
}

}  // namespace scrim::filter
