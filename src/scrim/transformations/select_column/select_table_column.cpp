#include "scrim/transformations/select_column/select_table_column.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scrim/columns/describe.hpp"
#include "scrim/columns/gather_rows.hpp"
#include "scrim/columns/imputed_rows.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/core/domain_identity.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::select_column {

namespace {

template <class T>
struct Buffer {
  ColumnBuffer<T> column = {};
  std::vector<T> rows = {};
  std::vector<T> imputed = {};
  std::vector<std::uint8_t> bits = {};
};

template <class T>
bool holds(RowKind kind) {
  if constexpr (std::same_as<T, double>) {
    return kind == RowKind::real;
  } else if constexpr (std::same_as<T, std::int64_t>) {
    return kind == RowKind::integer || kind == RowKind::truth;
  } else {
    return kind == RowKind::text;
  }
}

std::string_view row_of(RowKind kind) {
  switch (kind) {
    case RowKind::real:
      return "double";
    case RowKind::text:
      return "std::string_view";
    default:
      return "std::int64_t";
  }
}

/// NaN is missing as a null is: rows with either are the same.
NullableRows<double> without_nan(const NullableRows<double>& rows,
                                 std::vector<std::uint8_t>& bits) {
  if (!has_nan(rows.values)) return rows;
  bits.assign(rows.size() / 8 + 1, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_there = rows.rows_at(i) != 0 && !std::isnan(rows.values[i]);
    bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | (is_there ? 1U : 0U) << (i % 8));
  }
  return {rows.values, Bitmap{bits.data()}};
}

/// Integers that are read as truths are 1 unless they are 0.
NullableRows<std::int64_t> as_truths(NullableRows<std::int64_t> rows,
                                     std::vector<std::int64_t>& memory) {
  memory.resize(rows.size());
  std::ranges::transform(rows.values, memory.begin(),
                         [](std::int64_t value) { return value != 0 ? 1 : 0; });
  rows.values = memory;
  return rows;
}

template <class T>
NullableRows<T> cells_in(const Batch& block, std::size_t place, RowKind kind, Buffer<T>& buffer) {
  auto rows = read_column(block.column(place), buffer.column);
  if constexpr (std::same_as<T, double>) return without_nan(rows, buffer.bits);
  if constexpr (std::same_as<T, std::int64_t>) {
    const ColumnType type = block.fields()[place].type;
    if (kind == RowKind::truth && scrim::kind_of(type, false) != ColumnKind::boolean) {
      return as_truths(rows, buffer.rows);
    }
  }
  return rows;
}

Identity identity(const TableDomain& table, std::size_t place, bool takes_missing) {
  return Identity("select_column")
      .add(identity_of(table))
      .add(std::uint64_t{place})
      .add(std::uint64_t{takes_missing});
}

}  // namespace

template <class T>
std::size_t place_of(const TableDomain& table, std::string_view name, bool takes_missing) {
  const std::size_t place = table.place_of(name, "make_select_column");
  const TableColumn& column = table.columns()[place];
  const std::string what = "make_select_column: the column " + describe_value(column.name);
  if (column.kind == RowKind::date || column.kind == RowKind::time) {
    fail(ErrorKind::mismatch, what + " is of " + std::string(scrim::name(column.kind)) +
                                  ", which are no numbers; derive one, such as its year");
  }
  if (!holds<T>(column.kind)) {
    fail(ErrorKind::mismatch, what + " is of " + std::string(scrim::name(column.kind)) +
                                  "; select it as " + std::string(row_of(column.kind)));
  }
  if (column.is_nullable != takes_missing) {
    fail(ErrorKind::mismatch,
         column.is_nullable
             ? what + " may miss cells; select it as std::optional<" +
                   std::string(row_of(column.kind)) + ">, or drop them first"
             : what + " misses no cell; select it as " + std::string(row_of(column.kind)));
  }
  return place;
}

template <class T>
RowMap<Batch, NullableRows<T>> cells_of(const TableDomain& table, std::size_t place) {
  return make_row_map<Batch, NullableRows<T>, Buffer<T>>(
      [place, kind = table.columns()[place].kind](const Batch& block, Buffer<T>& buffer) {
        return cells_in(block, place, kind, buffer);
      },
      identity(table, place, true), RowPlaces::stay);
}

template <class T>
RowMap<Batch, AtomRows<T>> present_cells_of(const TableDomain& table, std::size_t place) {
  return make_row_map<Batch, AtomRows<T>, Buffer<T>>(
      [place, kind = table.columns()[place].kind](const Batch& block,
                                                  Buffer<T>& buffer) -> AtomRows<T> {
        return imputed_rows(cells_in<T>(block, place, kind, buffer), row_of_unforeseen_null<T>(),
                            buffer.imputed);
      },
      identity(table, place, false), RowPlaces::stay);
}

template std::size_t place_of<double>(const TableDomain&, std::string_view, bool);
template std::size_t place_of<std::int64_t>(const TableDomain&, std::string_view, bool);
template std::size_t place_of<std::string_view>(const TableDomain&, std::string_view, bool);
template RowMap<Batch, NullableRows<double>> cells_of(const TableDomain&, std::size_t);
template RowMap<Batch, NullableRows<std::int64_t>> cells_of(const TableDomain&, std::size_t);
template RowMap<Batch, NullableRows<std::string_view>> cells_of(const TableDomain&, std::size_t);
template RowMap<Batch, AtomRows<double>> present_cells_of<double>(const TableDomain&, std::size_t);
template RowMap<Batch, AtomRows<std::int64_t>> present_cells_of<std::int64_t>(const TableDomain&,
                                                                              std::size_t);
template RowMap<Batch, AtomRows<std::string_view>> present_cells_of<std::string_view>(
    const TableDomain&, std::size_t);

}  // namespace scrim::select_column
