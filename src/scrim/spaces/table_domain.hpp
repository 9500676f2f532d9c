// Tables: rows of named cells whose columns are known at run time; with persons, with groups.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/table_column.hpp"
#include "scrim/columns/table_rows.hpp"

namespace scrim {

/// Tables whose cells are of the kinds of these columns, in their order, and missing only where
/// they may be.
class TableDomain {
 public:
  using Carrier = TableRows;
  using View = Batch;

  TableDomain() = default;
  /// Precondition (checked): names are not empty, and no two are the same.
  explicit TableDomain(std::vector<TableColumn> columns);

  [[nodiscard]] std::span<const TableColumn> columns() const noexcept { return columns_; }
  /// Which column has this name.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  /// The same; throws mismatch, in the name of `who` and with the names there are, if none has it.
  [[nodiscard]] std::size_t place_of(std::string_view name, std::string_view who) const;

  [[nodiscard]] bool contains(const Batch& rows) const;
  [[nodiscard]] bool contains(const TableRows& rows) const;
  [[nodiscard]] std::string describe() const;

  friend bool operator==(const TableDomain&, const TableDomain&) = default;

 private:
  std::vector<TableColumn> columns_;
};

/// Tables that know whose each row is: columns that tell persons apart, then those of `table`. What
/// is a function of rows sees the latter only, so no id can be read or redefined.
///
/// Two rows are the same person's if all their ids are equal. A row without one of them is
/// nobody's.
class PersonTableDomain {
 public:
  using Carrier = TableRows;
  using View = Batch;

  /// Precondition (checked): there is an id; ids are integers or texts; no two columns have one
  /// name.
  PersonTableDomain(std::vector<TableColumn> persons, TableDomain table);

  [[nodiscard]] std::span<const TableColumn> persons() const noexcept { return persons_; }
  [[nodiscard]] const TableDomain& table() const noexcept { return table_; }
  /// The same persons, with other columns behind them.
  [[nodiscard]] PersonTableDomain with_table(TableDomain table) const {
    return {persons_, std::move(table)};
  }
  /// All columns, in the order in which a batch has them.
  [[nodiscard]] TableDomain all_columns() const;

  [[nodiscard]] bool contains(const Batch& rows) const { return all_columns().contains(rows); }
  [[nodiscard]] bool contains(const TableRows& rows) const { return all_columns().contains(rows); }
  [[nodiscard]] std::string describe() const;

  friend bool operator==(const PersonTableDomain&, const PersonTableDomain&) = default;

 private:
  std::vector<TableColumn> persons_;
  TableDomain table_;
};

/// Tables that know of which group each row is: the column that tells groups apart, then those of
/// `table`.
class GroupedTableDomain {
 public:
  using Carrier = TableRows;
  using View = Batch;

  /// Precondition (checked): groups are integers or texts and never missing; no two columns have
  /// one
  ///   name.
  GroupedTableDomain(TableColumn group, TableDomain table);

  [[nodiscard]] const TableColumn& group() const noexcept { return group_; }
  [[nodiscard]] const TableDomain& table() const noexcept { return table_; }
  /// All columns, in the order in which a batch has them.
  [[nodiscard]] TableDomain all_columns() const;

  [[nodiscard]] bool contains(const Batch& rows) const { return all_columns().contains(rows); }
  [[nodiscard]] bool contains(const TableRows& rows) const { return all_columns().contains(rows); }
  [[nodiscard]] std::string describe() const;

  friend bool operator==(const GroupedTableDomain&, const GroupedTableDomain&) = default;

 private:
  TableColumn group_;
  TableDomain table_;
};

}  // namespace scrim
