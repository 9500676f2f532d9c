#include "scrim/columns/kept_cells.hpp"

#include <cmath>
#include <concepts>
#include <utility>

namespace scrim {

namespace {

ColumnType type_of_cells(RowKind kind) {
  switch (kind) {
    case RowKind::real:
      return ColumnType::float64;
    case RowKind::text:
      return ColumnType::text64;
    case RowKind::date:
      return ColumnType::date_days64;
    case RowKind::time:
      return ColumnType::time_microseconds;
    case RowKind::truth:
    case RowKind::integer:
      break;
  }
  return ColumnType::int64;
}

}  // namespace

KeptCells::KeptCells(const TableColumn& column)
    : kind_(column.kind), is_nullable_(column.is_nullable), ends_{0} {}

void KeptCells::clear() {
  size_ = 0;
  reals_.clear();
  integers_.clear();
  ends_.assign(1, 0);
  text_.clear();
  is_there_.clear();
}

void KeptCells::note_presence(bool is_there) {
  if (is_nullable_) {
    if (size_ % 8 == 0) is_there_.push_back(0);
    is_there_.back() |= static_cast<std::uint8_t>((is_there ? 1U : 0U) << (size_ % 8));
  }
  ++size_;
}

void KeptCells::append(double cell) {
  const bool is_there = !std::isnan(cell);
  reals_.push_back(is_there ? cell : row_of_unforeseen_null<double>());
  note_presence(is_there);
}

void KeptCells::append(std::string_view cell) {
  text_ += cell;
  ends_.push_back(static_cast<std::int64_t>(text_.size()));
  note_presence(true);
}

void KeptCells::append(std::int64_t cell) {
  integers_.push_back(cell);
  note_presence(true);
}

void KeptCells::append_missing() {
  switch (kind_) {
    case RowKind::real:
      reals_.push_back(row_of_unforeseen_null<double>());
      break;
    case RowKind::text:
      if (!is_nullable_) text_ += row_of_unforeseen_null<std::string_view>();
      ends_.push_back(static_cast<std::int64_t>(text_.size()));
      break;
    default:
      integers_.push_back(row_of_unforeseen_null<std::int64_t>());
      break;
  }
  note_presence(false);
}

template <class T>
void KeptCells::append_from(const Column& column, std::span<const std::uint32_t> rows,
                            ColumnBuffer<T>& buffer) {
  const NullableRows<T> cells = read_column(column, buffer);
  if constexpr (!std::same_as<T, std::string_view>) {
    if (!is_nullable_ && !cells.may_hold_nulls() && std::same_as<T, std::int64_t>) {
      for (const std::uint32_t row : rows) {
        integers_.push_back(static_cast<std::int64_t>(cells.values[row]));
      }
      size_ += rows.size();
      return;
    }
  }
  for (const std::uint32_t row : rows) {
    if (cells.rows_at(row) != 0) {
      append(cells.values[row]);
    } else {
      append_missing();
    }
  }
}

void KeptCells::append(const Column& column, std::span<const std::uint32_t> rows) {
  if (kind_ == RowKind::real) return append_from(column, rows, real_buffer_);
  if (kind_ == RowKind::text) return append_from(column, rows, text_buffer_);
  append_from(column, rows, integer_buffer_);
}

Column KeptCells::column() const {
  Column column;
  column.type = type_of_cells(kind_);
  column.rows = size_;
  if (kind_ == RowKind::real) {
    column.values = reinterpret_cast<const std::byte*>(reals_.data());
    column.stride = sizeof(double);
  } else if (kind_ == RowKind::text) {
    column.values = reinterpret_cast<const std::byte*>(ends_.data());
    column.stride = sizeof(std::int64_t);
    column.text = text_.data();
    column.text_size = static_cast<std::int64_t>(text_.size());
  } else {
    column.values = reinterpret_cast<const std::byte*>(integers_.data());
    column.stride = sizeof(std::int64_t);
  }
  if (is_nullable_) column.is_valid = {is_there_.data(), 0};
  return column;
}

Field KeptCells::field(std::string name) const {
  return {.name = std::move(name),
          .type = type_of_cells(kind_),
          .is_dictionary = false,
          .is_nullable = is_nullable_};
}

}  // namespace scrim
