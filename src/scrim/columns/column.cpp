#include "scrim/columns/column.hpp"

#include <concepts>

#include "scrim/numbers/number.hpp"

namespace scrim {

ColumnKind kind_of(ColumnType type, bool is_dictionary) noexcept {
  if (is_dictionary) return ColumnKind::text;
  switch (type) {
    case ColumnType::boolean:
    case ColumnType::bits:
      return ColumnKind::boolean;
    case ColumnType::int8:
    case ColumnType::int16:
    case ColumnType::int32:
    case ColumnType::int64:
      return ColumnKind::signed_integer;
    case ColumnType::uint8:
    case ColumnType::uint16:
    case ColumnType::uint32:
    case ColumnType::uint64:
      return ColumnKind::unsigned_integer;
    case ColumnType::float32:
    case ColumnType::float64:
    case ColumnType::decimal32:
    case ColumnType::decimal64:
    case ColumnType::decimal128:
    case ColumnType::decimal256:
      return ColumnKind::floating;
    case ColumnType::text32:
    case ColumnType::text64:
    case ColumnType::text_view:
    case ColumnType::text_ucs4:
    case ColumnType::text_here:
      break;
    case ColumnType::date_days32:
    case ColumnType::date_days64:
    case ColumnType::date_milliseconds:
      return ColumnKind::date;
    case ColumnType::time_seconds:
    case ColumnType::time_milliseconds:
    case ColumnType::time_microseconds:
    case ColumnType::time_nanoseconds:
      return ColumnKind::time;
  }
  return ColumnKind::text;
}

Column Column::subspan(std::size_t first, std::size_t count) const noexcept {
  Column part = *this;
  part.rows = count;
  if (type == ColumnType::bits) {
    part.first_bit += first;
  } else {
    part.values += static_cast<std::ptrdiff_t>(first) * stride;
  }
  part.is_valid = is_valid.behind(first);
  part.parent_is_valid = parent_is_valid.behind(first);
  return part;
}

std::string_view name(ColumnType type) noexcept {
  switch (type) {
    case ColumnType::boolean:
    case ColumnType::bits:
      return "bool";
    case ColumnType::int8:
      return "int8";
    case ColumnType::int16:
      return "int16";
    case ColumnType::int32:
      return "int32";
    case ColumnType::int64:
      return "int64";
    case ColumnType::uint8:
      return "uint8";
    case ColumnType::uint16:
      return "uint16";
    case ColumnType::uint32:
      return "uint32";
    case ColumnType::uint64:
      return "uint64";
    case ColumnType::float32:
      return "float32";
    case ColumnType::float64:
      return "float64";
    case ColumnType::decimal32:
    case ColumnType::decimal64:
    case ColumnType::decimal128:
    case ColumnType::decimal256:
      return "decimal";
    case ColumnType::text32:
    case ColumnType::text64:
    case ColumnType::text_view:
    case ColumnType::text_ucs4:
    case ColumnType::text_here:
      break;
    case ColumnType::date_days32:
    case ColumnType::date_days64:
    case ColumnType::date_milliseconds:
      return "dates";
    case ColumnType::time_seconds:
    case ColumnType::time_milliseconds:
    case ColumnType::time_microseconds:
    case ColumnType::time_nanoseconds:
      return "timestamps";
  }
  return "text";
}

template <class Row>
bool reads_into(ColumnType type, bool is_dictionary) noexcept {
  switch (kind_of(type, is_dictionary)) {
    case ColumnKind::boolean:
      return Number<Row>;
    case ColumnKind::floating:
      return Float<Row>;
    case ColumnKind::signed_integer:
      return Float<Row> || std::same_as<Row, std::int64_t>;
    case ColumnKind::unsigned_integer:
      return Number<Row> && !(std::same_as<Row, std::int64_t> && type == ColumnType::uint64);
    case ColumnKind::text:
      break;
    case ColumnKind::date:
    case ColumnKind::time:
      return false;
  }
  return !Number<Row>;
}

template bool reads_into<double>(ColumnType, bool) noexcept;
template bool reads_into<std::int64_t>(ColumnType, bool) noexcept;
template bool reads_into<std::uint64_t>(ColumnType, bool) noexcept;
template bool reads_into<std::string_view>(ColumnType, bool) noexcept;

}  // namespace scrim
