#include "scrim/transformations/drop_missing/make_drop_missing.hpp"

#include <cmath>
#include <cstdint>
#include <string_view>

#include "scrim/columns/gather_rows.hpp"
#include "scrim/columns/read_column.hpp"

namespace scrim::drop_missing {

namespace {

struct Buffer {
  ColumnBuffer<double> reals = {};
  ColumnBuffer<std::string_view> texts = {};
  std::vector<std::uint8_t> is_there = {};
  std::vector<std::uint32_t> places = {};
  GatheredRows rows = {};
};

struct Place {
  std::size_t place;
  RowKind kind;
};

template <class Rows>
void clear_nulls(const Rows& rows, std::span<std::uint8_t> is_there) {
  if (!rows.may_hold_nulls()) return;
  for (std::size_t i = 0; i < is_there.size(); ++i) {
    is_there[i] = static_cast<std::uint8_t>(is_there[i] & rows.rows_at(i));
  }
}

/// Clears the rows whose cell in the column is missing.
void clear_missing(const Column& column, RowKind kind, Buffer& buffer) {
  const std::span<std::uint8_t> is_there = buffer.is_there;
  if (kind == RowKind::real) {
    const auto rows = read_column(column, buffer.reals);
    if (has_nan(rows.values)) {
      for (std::size_t i = 0; i < is_there.size(); ++i) {
        is_there[i] = static_cast<std::uint8_t>(is_there[i] & (std::isnan(rows.values[i]) ? 0 : 1));
      }
    }
    clear_nulls(rows, is_there);
  } else if (kind == RowKind::text) {
    // Read, because an entry of a dictionary may be null.
    clear_nulls(read_column(column, buffer.texts), is_there);
  } else {
    clear_nulls(
        NullableRows<std::int64_t>{
            .values = {}, .is_valid = column.is_valid, .parent_is_valid = column.parent_is_valid},
        is_there);
  }
}

}  // namespace

TableDomain without_missing(const TableDomain& seen, std::span<const std::string> names) {
  std::vector<TableColumn> columns(seen.columns().begin(), seen.columns().end());
  for (const std::string& name : names) {
    columns[seen.place_of(name, "make_drop_missing")].is_nullable = false;
  }
  return TableDomain(std::move(columns));
}

RowMap<Batch, Batch> rows_with_all(const TableDomain& seen, std::span<const std::string> names,
                                   std::size_t ids, const Identity& domain) {
  Identity identity = Identity("drop_missing").add(domain).add(std::uint64_t{names.size()});
  std::vector<Place> places;
  for (const std::string& name : names) {
    const std::size_t place = seen.place_of(name, "make_drop_missing");
    places.push_back({ids + place, seen.columns()[place].kind});
    identity.add(name);
  }
  return make_row_map<Batch, Batch, Buffer>(
      [places = std::move(places)](const Batch& block, Buffer& buffer) -> Batch {
        buffer.is_there.assign(block.size(), 1);
        for (const Place& each : places) {
          clear_missing(block.column(each.place), each.kind, buffer);
        }
        if (are_all(buffer.is_there)) return block;
        return buffer.rows.gather(block, places_of(buffer.is_there, buffer.places));
      },
      std::move(identity));
}

}  // namespace scrim::drop_missing
