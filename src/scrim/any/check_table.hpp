// Columns of a table, as they are given, against the domain that takes them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "scrim/any/any_spaces.hpp"
#include "scrim/columns/batch.hpp"

namespace scrim {

/// True if the domain is one of tables.
[[nodiscard]] bool is_table_domain(const AnyDomain& domain);

/// The names of its columns, in the order in which a batch has them.
/// Precondition (checked): is_table_domain(domain).
[[nodiscard]] std::vector<std::string> column_names(const AnyDomain& domain);

/// Throws unless a batch of these fields is a table of the domain, as far as types tell: mismatch
/// if it has other names or another order, or may lack cells where the domain says that none is
/// missing; wrong_type if a column cannot be read as what the domain says it is. Precondition
/// (caller): is_table_domain(domain).
void check_table(std::span<const Field> fields, const AnyDomain& domain);

}  // namespace scrim
