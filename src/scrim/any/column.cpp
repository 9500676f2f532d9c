#include "scrim/any/column.hpp"

#include <string>

namespace scrim {

namespace {

enum class Kind { floating, signed_integer, unsigned_integer, boolean, text };

Kind kind_of(ColumnType type) {
  switch (type) {
    case ColumnType::boolean:
    case ColumnType::bits:
      return Kind::boolean;
    case ColumnType::int8:
    case ColumnType::int16:
    case ColumnType::int32:
    case ColumnType::int64:
      return Kind::signed_integer;
    case ColumnType::uint8:
    case ColumnType::uint16:
    case ColumnType::uint32:
    case ColumnType::uint64:
      return Kind::unsigned_integer;
    case ColumnType::float32:
    case ColumnType::float64:
    case ColumnType::decimal32:
    case ColumnType::decimal64:
    case ColumnType::decimal128:
    case ColumnType::decimal256:
      return Kind::floating;
    case ColumnType::text32:
    case ColumnType::text64:
    case ColumnType::text_view:
    case ColumnType::text_ucs4:
      break;
  }
  return Kind::text;
}

/// Whether every value of the column type has a counterpart in T (rounded, for doubles).
template <class T>
bool reads_into(ColumnType type, Kind kind) {
  switch (kind) {
    case Kind::boolean:
      return Number<T>;
    case Kind::floating:
      return Float<T>;
    case Kind::signed_integer:
      return Float<T> || std::same_as<T, std::int64_t>;
    case Kind::unsigned_integer:
      return Number<T> && !(std::same_as<T, std::int64_t> && type == ColumnType::uint64);
    case Kind::text:
      break;
  }
  return !Number<T>;
}

std::string_view domain_for(ColumnType type, Kind kind) {
  switch (kind) {
    case Kind::floating:
      return "atom_domain(float)";
    case Kind::unsigned_integer:
      return type == ColumnType::uint64 ? "atom_domain(\"uint64\") or atom_domain(float)"
                                        : "atom_domain(int)";
    case Kind::signed_integer:
    case Kind::boolean:
      return "atom_domain(int)";
    case Kind::text:
      break;
  }
  return "atom_domain(str)";
}

}  // namespace

Column part_of(const Column& column, std::size_t first, std::size_t count) noexcept {
  Column part = column;
  part.rows = count;
  if (column.type == ColumnType::bits) {
    part.first_bit += first;
  } else {
    part.values += static_cast<std::ptrdiff_t>(first) * column.stride;
  }
  part.is_valid.first += first;
  part.parent_is_valid.first += first;
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
      break;
  }
  return "text";
}

std::optional<std::string> refusal_of_column(ColumnType type, bool is_dictionary,
                                             const AnyDomain& domain) {
  const Kind kind = is_dictionary ? Kind::text : kind_of(type);
  const bool is_readable = std::visit(
      [&]<class D>(const D&) { return reads_into<typename D::Element>(type, kind); }, domain);
  if (is_readable) return std::nullopt;
  return "a column of " + std::string(is_dictionary ? "text" : name(type)) + " cannot be read as " +
         describe(domain) + "; cast the column, or use " + std::string(domain_for(type, kind));
}

}  // namespace scrim
