// What is known of a column of a table before any row of it is read.
#pragma once

#include <string>
#include <string_view>

#include "scrim/columns/row_kind.hpp"

namespace scrim {

/// A name, what its cells are, and whether some may be missing: null, or among reals NaN. Public.
struct TableColumn {
  std::string name = {};
  RowKind kind = RowKind::real;
  bool is_nullable = false;

  friend bool operator==(const TableColumn&, const TableColumn&) = default;
};

/// As Python calls it: "float", "int", "bool", "str", "date", "time".
[[nodiscard]] std::string_view name_of_kind(RowKind kind) noexcept;

}  // namespace scrim
