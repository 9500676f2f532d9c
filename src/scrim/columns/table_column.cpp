#include "scrim/columns/table_column.hpp"

namespace scrim {

std::string_view name_of_kind(RowKind kind) noexcept {
  switch (kind) {
    case RowKind::truth:
      return "bool";
    case RowKind::integer:
      return "int";
    case RowKind::real:
      return "float";
    case RowKind::date:
      return "date";
    case RowKind::time:
      return "time";
    case RowKind::text:
      break;
  }
  return "str";
}

}  // namespace scrim
