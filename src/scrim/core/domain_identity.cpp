#include "scrim/core/domain_identity.hpp"

#include <span>

namespace scrim {

namespace {

Identity identity_of_columns(std::span<const TableColumn> columns) {
  Identity identity("columns");
  for (const TableColumn& column : columns) {
    identity.add(column.name)
        .add(static_cast<std::uint64_t>(column.kind))
        .add(std::uint64_t{column.is_nullable});
  }
  return identity;
}

}  // namespace

Identity identity_of(const TableDomain& domain) {
  return Identity("table").add(identity_of_columns(domain.columns()));
}

Identity identity_of(const PersonTableDomain& domain) {
  return Identity("person_table")
      .add(identity_of_columns(domain.persons()))
      .add(identity_of_columns(domain.table().columns()));
}

Identity identity_of(const GroupedTableDomain& domain) {
  return Identity("grouped_table")
      .add(identity_of_columns(std::span(&domain.group(), 1)))
      .add(identity_of_columns(domain.table().columns()));
}

}  // namespace scrim
