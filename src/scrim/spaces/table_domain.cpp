#include "scrim/spaces/table_domain.hpp"

#include <algorithm>
#include <utility>

#include "scrim/columns/block.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

std::string described(std::span<const TableColumn> columns) {
  std::string text;
  for (const TableColumn& column : columns) {
    if (!text.empty()) text += ", ";
    text += column.name + ": " + std::string(name_of_kind(column.kind));
    if (column.is_nullable) text += " or missing";
  }
  return text;
}

void check_key(const TableColumn& column, std::string_view what) {
  if (column.kind != RowKind::integer && column.kind != RowKind::text) {
    fail(ErrorKind::mismatch, "the column " + column.name + " of " +
                                  std::string(name_of_kind(column.kind)) + " cannot tell " +
                                  std::string(what) +
                                  " apart; give integers or texts, on which equality is exact");
  }
}

std::vector<TableColumn> joined(std::span<const TableColumn> first, const TableDomain& table) {
  std::vector<TableColumn> all(first.begin(), first.end());
  all.insert(all.end(), table.columns().begin(), table.columns().end());
  return all;
}

template <class T>
bool has_missing(const Column& column) {
  ColumnBuffer<T> buffer;
  bool found = false;
  for_each_block(column, [&](const Column& block) {
    const NullableRows<T> rows = read_column(block, buffer);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      found = found || rows.rows_at(i) == 0 || rows.values[i] != rows.values[i];
    }
  });
  return found;
}

template <class T>
bool holds(const TableColumn& column, const Field& field, const Column& cells) {
  return reads_as(column.kind, field) && (column.is_nullable || !has_missing<T>(cells));
}

}  // namespace

TableDomain::TableDomain(std::vector<TableColumn> columns) : columns_(std::move(columns)) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string& name = columns_[i].name;
    if (name.empty()) fail(ErrorKind::invalid_argument, "a column of a table has no name");
    if (find(name) != i) {
      fail(ErrorKind::invalid_argument,
           "two columns of a table have the name " + name + "; give each a name of its own");
    }
  }
}

std::optional<std::size_t> TableDomain::find(std::string_view name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const TableColumn& column) { return column.name == name; });
  if (found == columns_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns_.begin());
}

std::size_t TableDomain::place_of(std::string_view name, std::string_view who) const {
  if (const auto place = find(name)) return *place;
  std::string names;
  for (const TableColumn& column : columns_) names += (names.empty() ? "" : ", ") + column.name;
  fail(ErrorKind::mismatch, std::string(who) + ": there is no column " + std::string(name) +
                                "; there " + (columns_.empty() ? "is none" : "are: " + names));
}

bool TableDomain::contains(const Batch& rows) const {
  if (rows.fields().size() != columns_.size()) return false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const TableColumn& column = columns_[i];
    const Field& field = rows.fields()[i];
    const bool is_held = column.kind == RowKind::real ? holds<double>(column, field, rows.column(i))
                         : column.kind == RowKind::text
                             ? holds<std::string_view>(column, field, rows.column(i))
                             : holds<std::int64_t>(column, field, rows.column(i));
    if (!is_held) return false;
  }
  return true;
}

bool TableDomain::contains(const TableRows& rows) const {
  TableRows copy = rows;
  return contains(copy.batch());
}

std::string TableDomain::describe() const { return "table_domain(" + described(columns_) + ")"; }

PersonTableDomain::PersonTableDomain(std::vector<TableColumn> persons, TableDomain table)
    : persons_(std::move(persons)), table_(std::move(table)) {
  if (persons_.empty()) {
    fail(ErrorKind::invalid_argument,
         "a table of persons has no column that tells them apart; name one at least");
  }
  for (const TableColumn& column : persons_) check_key(column, "persons");
  static_cast<void>(all_columns());  // no two of one name
}

TableDomain PersonTableDomain::all_columns() const { return TableDomain(joined(persons_, table_)); }

std::string PersonTableDomain::describe() const {
  return "person_table_domain(" + described(persons_) + "; " + described(table_.columns()) + ")";
}

GroupedTableDomain::GroupedTableDomain(TableColumn group, TableDomain table)
    : group_(std::move(group)), table_(std::move(table)) {
  check_key(group_, "groups");
  if (group_.is_nullable) {
    fail(ErrorKind::invalid_argument, "the column " + group_.name +
                                          " that tells groups apart may be missing; drop rows "
                                          "without a group first");
  }
  static_cast<void>(all_columns());  // no two of one name
}

TableDomain GroupedTableDomain::all_columns() const {
  return TableDomain(joined(std::span(&group_, 1), table_));
}

std::string GroupedTableDomain::describe() const {
  return "grouped_table_domain(" + described(std::span(&group_, 1)) + "; " +
         described(table_.columns()) + ")";
}

}  // namespace scrim
