#include "scrim/any/check_table.hpp"

#include <string>
#include <variant>

#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

template <class D>
inline constexpr bool is_of_tables = false;
template <>
inline constexpr bool is_of_tables<TableDomain> = true;
template <>
inline constexpr bool is_of_tables<PersonTableDomain> = true;
template <>
inline constexpr bool is_of_tables<GroupedTableDomain> = true;

TableDomain columns_of(const AnyDomain& domain) {
  return std::visit(
      []<class D>(const D& typed) -> TableDomain {
        if constexpr (std::same_as<D, TableDomain>) {
          return typed;
        } else if constexpr (is_of_tables<D>) {
          return typed.all_columns();
        } else {
          fail(ErrorKind::mismatch, typed.describe() + " is no domain of tables");
        }
      },
      domain);
}

}  // namespace

bool is_table_domain(const AnyDomain& domain) {
  return std::visit([]<class D>(const D&) { return is_of_tables<D>; }, domain);
}

std::vector<std::string> column_names(const AnyDomain& domain) {
  const TableDomain table = columns_of(domain);  // the columns lie in it
  std::vector<std::string> names;
  for (const TableColumn& column : table.columns()) names.push_back(column.name);
  return names;
}

void check_table(std::span<const Field> fields, const AnyDomain& domain) {
  const TableDomain wanted = columns_of(domain);
  if (fields.size() != wanted.columns().size()) {
    fail(ErrorKind::mismatch, "the data has " + std::to_string(fields.size()) +
                                  " columns, and a table of " + domain.describe() + " has " +
                                  std::to_string(wanted.columns().size()) +
                                  "; select the columns, in their order");
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Field& field = fields[i];
    const TableColumn& column = wanted.columns()[i];
    if (field.name != column.name) {
      fail(ErrorKind::mismatch, "column " + std::to_string(i) + " of the data is " + field.name +
                                    ", where " + domain.describe() + " has " + column.name +
                                    "; select the columns, in their order");
    }
    if (!reads_as(column.kind, field)) {
      fail(ErrorKind::wrong_type, "the column " + field.name + " of " +
                                      std::string(field.is_dictionary ? "text" : name(field.type)) +
                                      " cannot be read as " + domain.describe() +
                                      " says; cast it, or declare it otherwise");
    }
    if (field.is_nullable && !column.is_nullable) {
      fail(ErrorKind::mismatch, "the column " + field.name + " may hold nulls, and in " +
                                    domain.describe() +
                                    " none is missing; declare that it may be missing");
    }
  }
}

}  // namespace scrim
