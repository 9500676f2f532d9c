// Holds a loop over rows, which is compiled for speed.
#include "scrim/transformations/join_cells/make_join_cells.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "scrim/columns/batch_buffer.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/columns/kept_cells.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::join_cells {

namespace {

constexpr char separator = ',';
constexpr char escape = '\\';

struct JoinedColumn {
  std::size_t place;
  RowKind kind;
};

struct JoinBuffer {
  std::vector<std::string> texts = {};
  std::vector<std::uint8_t> is_missing = {};
  ColumnBuffer<std::int64_t> integers = {};
  ColumnBuffer<std::string_view> views = {};
  std::optional<KeptCells> kept = {};
  BatchBuffer batch = {};
};

void append(std::string& text, std::string_view cell) {
  for (const char each : cell) {
    if (each == separator || each == escape) text += escape;
    text += each;
  }
}

void append(std::string& text, std::int64_t cell) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), cell).ptr;
  text.append(digits.data(), end);
}

template <class T, class Cell>
void append_cells(const NullableRows<T>& cells, JoinBuffer& buffer, const Cell& cell_of) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells.rows_at(i) != 0) {
      append(buffer.texts[i], cell_of(cells.values[i]));
    } else {
      buffer.is_missing[i] = 1;
    }
  }
}

void append_column(const Column& column, RowKind kind, JoinBuffer& buffer) {
  if (kind == RowKind::text) {
    append_cells(read_column(column, buffer.views), buffer,
                 [](std::string_view cell) { return cell; });
  } else if (kind == RowKind::truth) {
    append_cells(read_column(column, buffer.integers), buffer,
                 [](std::int64_t cell) { return std::int64_t{cell != 0 ? 1 : 0}; });
  } else {
    append_cells(read_column(column, buffer.integers), buffer,
                 [](std::int64_t cell) { return cell; });
  }
}

Batch joined(const std::vector<JoinedColumn>& columns, const TableColumn& added, const Batch& block,
             JoinBuffer& buffer) {
  buffer.texts.resize(std::max(buffer.texts.size(), block.size()));
  for (std::size_t i = 0; i < block.size(); ++i) buffer.texts[i].clear();
  buffer.is_missing.assign(block.size(), 0);
  bool is_first = true;
  for (const JoinedColumn& column : columns) {
    if (!is_first) {
      for (std::size_t i = 0; i < block.size(); ++i) buffer.texts[i] += separator;
    }
    is_first = false;
    append_column(block.column(column.place), column.kind, buffer);
  }
  if (!buffer.kept) buffer.kept.emplace(added);
  buffer.kept->clear();
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (buffer.is_missing[i] != 0) {
      buffer.kept->append_missing();
    } else {
      buffer.kept->append(std::string_view(buffer.texts[i]));
    }
  }
  buffer.batch.clear();
  for (std::size_t i = 0; i < block.fields().size(); ++i) {
    buffer.batch.add(block.fields()[i], block.column(i));
  }
  buffer.batch.add(buffer.kept->field(added.name), buffer.kept->column());
  return buffer.batch.batch(block.size());
}

const TableColumn& column_named(const TableDomain& seen, const std::string& name) {
  const TableColumn& column = seen.columns()[seen.place_of(name, "make_join_cells")];
  if (column.kind == RowKind::real || column.kind == RowKind::time) {
    fail(ErrorKind::invalid_argument,
         "make_join_cells: " + describe_value(name) + " is a column of " +
             std::string(scrim::name(column.kind)) + "; join integers, texts, truths or dates");
  }
  return column;
}

TableColumn added_column(const TableDomain& seen, const JoinCells& columns) {
  const bool may_be_missing = std::ranges::any_of(
      columns.names, [&](const std::string& name) { return column_named(seen, name).is_nullable; });
  return {.name = columns.name, .kind = RowKind::text, .is_nullable = may_be_missing};
}

}  // namespace

TableDomain with_column(const TableDomain& seen, const JoinCells& columns) {
  if (columns.names.empty()) {
    fail(ErrorKind::invalid_argument,
         "make_join_cells: there is no column to join; name one at least");
  }
  if (seen.find(columns.name)) {
    fail(ErrorKind::invalid_argument, "make_join_cells: there is a column " +
                                          describe_value(columns.name) +
                                          "; give the joined one a name of its own");
  }
  std::vector<TableColumn> all(seen.columns().begin(), seen.columns().end());
  all.push_back(added_column(seen, columns));
  return TableDomain(std::move(all));
}

RowMap<Batch, Batch> rows_with(const TableDomain& seen, const JoinCells& columns, std::size_t ids,
                               const Identity& domain) {
  Identity identity = Identity("join_cells").add(domain).add(columns.name);
  identity.add(std::uint64_t{columns.names.size()});
  std::vector<JoinedColumn> joined_columns;
  for (const std::string& name : columns.names) {
    identity.add(name);
    joined_columns.push_back({.place = ids + seen.place_of(name, "make_join_cells"),
                              .kind = column_named(seen, name).kind});
  }
  return make_row_map<Batch, Batch, JoinBuffer>(
      [joined_columns = std::move(joined_columns), added = added_column(seen, columns)](
          const Batch& block, JoinBuffer& buffer) {
        return joined(joined_columns, added, block, buffer);
      },
      std::move(identity));
}

}  // namespace scrim::join_cells
