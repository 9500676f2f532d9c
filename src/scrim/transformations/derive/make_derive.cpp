#include "scrim/transformations/derive/make_derive.hpp"

#include <vector>

#include "scrim/columns/batch_buffer.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/expressions/evaluate_batch.hpp"

namespace scrim::derive {

namespace {

struct Buffer {
  ExpressionBuffer expression = {};
  BatchBuffer batch = {};
};

}  // namespace

TableDomain with_column(const TableDomain& seen, const std::string& name,
                        const TypedExpression& expression) {
  if (seen.find(name)) {
    fail(ErrorKind::invalid_argument, "make_derive: there is a column " + describe_value(name) +
                                          "; give the derived one a name "
                                          "of its own");
  }
  std::vector<TableColumn> columns(seen.columns().begin(), seen.columns().end());
  columns.push_back(
      {.name = name, .kind = expression.kind, .is_nullable = expression.may_lack_value});
  return TableDomain(std::move(columns));
}

RowMap<Batch, Batch> rows_with(const std::string& name, TypedExpression expression, std::size_t ids,
                               Identity identity) {
  Field field = field_of_values(expression, name);
  return make_row_map<Batch, Batch, Buffer>(
      [expression = std::move(expression), field = std::move(field), ids](const Batch& block,
                                                                          Buffer& buffer) -> Batch {
        buffer.batch.clear();
        for (std::size_t i = 0; i < block.fields().size(); ++i) {
          buffer.batch.add(block.fields()[i], block.column(i));
        }
        buffer.batch.add(field, evaluate_batch(expression, block, ids, buffer.expression));
        return buffer.batch.batch(block.size());
      },
      std::move(identity));
}

}  // namespace scrim::derive
