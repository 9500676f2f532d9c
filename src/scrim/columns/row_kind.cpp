#include "scrim/columns/row_kind.hpp"

#include <cstddef>
#include <cstdint>

namespace scrim {

std::string_view name(RowKind kind) noexcept {
  constexpr std::string_view names[] = {"truths", "integers", "numbers", "texts", "dates", "times"};
  return names[static_cast<std::size_t>(kind)];
}

bool reads_as(RowKind kind, const Field& field) noexcept {
  switch (kind) {
    case RowKind::truth:
    case RowKind::integer:
      return reads_into<std::int64_t>(field.type, field.is_dictionary);
    case RowKind::real:
      return reads_into<double>(field.type, field.is_dictionary);
    case RowKind::text:
      return reads_into<std::string_view>(field.type, field.is_dictionary);
    case RowKind::date:
      return kind_of(field.type, field.is_dictionary) == ColumnKind::date;
    case RowKind::time:
      break;
  }
  return kind_of(field.type, field.is_dictionary) == ColumnKind::time;
}

}  // namespace scrim
