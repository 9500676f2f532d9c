#include "scrim/expressions/evaluate_batch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scrim/columns/read_column.hpp"
#include "scrim/expressions/block_evaluation.hpp"

namespace scrim {

namespace {

using block::Truths;

template <class T>
Column column_of(ColumnType type, const std::vector<T>& values) {
  return {.type = type,
          .rows = values.size(),
          .values = reinterpret_cast<const std::byte*>(values.data()),
          .stride = sizeof(T)};
}

/// Marks the rows that lack a value as nulls, and puts `instead` in their place, so that what lies
/// there does not depend on anything.
template <class T>
void take_out(const Truths& lack_value, std::vector<T>& values, T instead,
              std::vector<std::uint8_t>& bits, Column& column) {
  if (std::ranges::find_if(lack_value, [](std::uint8_t lacks) { return lacks != 0; }) ==
      lack_value.end()) {
    return;
  }
  bits.assign(values.size() / 8 + 1, 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool lacks = lack_value[i] != 0;
    values[i] = lacks ? instead : values[i];
    bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | (lacks ? 0U : 1U) << (i % 8));
  }
  column.is_valid = Bitmap{bits.data()};
}

Truths lack_of(const std::vector<double>& reals) {
  Truths lack_value(reals.size());
  std::ranges::transform(reals, lack_value.begin(),
                         [](double value) { return static_cast<std::uint8_t>(std::isnan(value)); });
  return lack_value;
}

ColumnType type_of_values(RowKind kind) {
  switch (kind) {
    case RowKind::truth:
      return ColumnType::boolean;
    case RowKind::integer:
      return ColumnType::int64;
    case RowKind::real:
      return ColumnType::float64;
    case RowKind::text:
      return ColumnType::text_here;
    case RowKind::date:
      return ColumnType::date_days64;
    case RowKind::time:
      break;
  }
  return ColumnType::time_microseconds;
}

}  // namespace

Field field_of_values(const TypedExpression& expression, std::string name) {
  return {.name = std::move(name),
          .type = type_of_values(expression.kind),
          .is_nullable = expression.may_lack_value};
}

Column evaluate_batch(const TypedExpression& expression, const Batch& batch, std::size_t first,
                      ExpressionBuffer& buffer) {
  const block::FieldRows rows(batch, first, buffer.fields);
  const block::BlockEvaluation evaluation(rows);
  const ColumnType type = type_of_values(expression.kind);
  if (expression.kind == RowKind::real) {
    buffer.reals = evaluation.reals(expression);
    Column column = column_of(type, buffer.reals);
    take_out(lack_of(buffer.reals), buffer.reals, 0.0, buffer.bits, column);
    return column;
  }
  if (expression.kind == RowKind::text) {
    buffer.texts = evaluation.texts(expression);
    if (buffer.texts.views.empty()) {  // a column, of which the views lie elsewhere, or are codes
      buffer.texts.views.resize(batch.size());
      for (std::size_t i = 0; i < batch.size(); ++i) {
        buffer.texts.views[i] = buffer.texts.rows[i];
      }
    }
    Column column = column_of(type, buffer.texts.views);
    take_out(buffer.texts.lack_value, buffer.texts.views, no_text, buffer.bits, column);
    return column;
  }
  block::Integers integers = evaluation.integers(expression);
  buffer.integers = std::move(integers.values);
  if (expression.kind == RowKind::truth) {
    buffer.truths.assign(buffer.integers.begin(), buffer.integers.end());
    Column column = column_of(type, buffer.truths);
    take_out(integers.lack_value, buffer.truths, std::uint8_t{0}, buffer.bits, column);
    return column;
  }
  Column column = column_of(type, buffer.integers);
  take_out(integers.lack_value, buffer.integers, std::int64_t{0}, buffer.bits, column);
  return column;
}

std::span<const std::uint8_t> evaluate_condition(const TypedExpression& condition,
                                                 const Batch& batch, std::size_t first,
                                                 ExpressionBuffer& buffer) {
  const block::FieldRows rows(batch, first, buffer.fields);
  buffer.truths = block::BlockEvaluation(rows).truths(condition);
  return buffer.truths;
}

}  // namespace scrim
