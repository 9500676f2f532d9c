// Rows with columns, for expressions of fields.
//
// Proof: evaluate_rows.proof.md
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/nullable_rows.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/expressions/block_values.hpp"
#include "scrim/expressions/typed_expression.hpp"

namespace scrim::block {

/// What was read of a column, and the memory for it.
template <class T>
struct ColumnReading {
  [[nodiscard]] const NullableRows<T>& read(const Column& column) {
    if (!is_read) rows = read_column(column, buffer);
    is_read = true;
    return rows;
  }

  ColumnBuffer<T> buffer = {};
  NullableRows<T> rows = {};
  bool is_read = false;  ///< in this block
};

/// Columns that several operations use are read once a block.
class FieldBuffer {
 public:
  void begin_block(std::size_t columns) {
    const auto begin = [&](auto& readings) {
      readings.resize(columns);
      for (auto& reading : readings) reading.is_read = false;
    };
    begin(reals_);
    begin(integers_);
    begin(texts_);
  }

  [[nodiscard]] ColumnReading<double>& reals(std::size_t column) { return reals_[column]; }
  [[nodiscard]] ColumnReading<std::int64_t>& integers(std::size_t column) {
    return integers_[column];
  }
  [[nodiscard]] ColumnReading<std::string_view>& texts(std::size_t column) {
    return texts_[column];
  }

 private:
  std::vector<ColumnReading<double>> reals_;
  std::vector<ColumnReading<std::int64_t>> integers_;
  std::vector<ColumnReading<std::string_view>> texts_;
};

class FieldRows {
 public:
  /// The columns that expressions name begin at `first` in the batch.
  FieldRows(const Batch& batch, std::size_t first, FieldBuffer& buffer)
      : batch_(batch), first_(first), buffer_(buffer) {
    buffer_.begin_block(batch.fields().size());
  }

  [[nodiscard]] std::size_t size() const noexcept { return batch_.size(); }

  [[nodiscard]] Reals reals(const TypedExpression& node) const {
    const auto& rows = buffer_.reals(place(node)).read(column(node));
    Reals values(size(), no_value);
    // -0.0 and 0.0 are one value to the metrics, and 1 / row would tell them apart.
    std::ranges::transform(rows.values, values.begin(), [](double row) { return row + 0.0; });
    if (rows.may_hold_nulls()) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = rows.rows_at(i) != 0 ? values[i] : no_value;
      }
    }
    return values;
  }

  [[nodiscard]] Integers integers(const TypedExpression& node) const {
    const auto& rows = buffer_.integers(place(node)).read(column(node));
    Integers result{.values = {rows.values.begin(), rows.values.end()},
                    .lack_value = lack_of(rows)};
    if (node.kind == RowKind::truth) {
      for (std::int64_t& value : result.values) value = value != 0 ? 1 : 0;
    }
    return result;
  }

  [[nodiscard]] Texts texts(const TypedExpression& node) const {
    const auto& rows = buffer_.texts(place(node)).read(column(node));
    return {.rows = rows.values, .lack_value = lack_of(rows)};
  }

 private:
  [[nodiscard]] std::size_t place(const TypedExpression& node) const { return first_ + node.field; }
  [[nodiscard]] Column column(const TypedExpression& node) const {
    return batch_.column(place(node));
  }

  template <class T>
  [[nodiscard]] static Truths lack_of(const NullableRows<T>& rows) {
    if (!rows.may_hold_nulls()) return {};
    Truths lack_value(rows.size());
    for (std::size_t i = 0; i < lack_value.size(); ++i) {
      lack_value[i] = static_cast<std::uint8_t>(1 - rows.rows_at(i));
    }
    return lack_value;
  }

  const Batch& batch_;
  std::size_t first_;
  FieldBuffer& buffer_;
};

}  // namespace scrim::block
