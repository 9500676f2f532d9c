#include "scrim/any/check_column.hpp"

#include <string>
#include <string_view>
#include <variant>

#include "scrim/columns/refuse_times.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

std::string_view domain_for(const Field& field) {
  switch (kind_of(field.type, field.is_dictionary)) {
    case ColumnKind::floating:
      return "atom_domain(float)";
    case ColumnKind::unsigned_integer:
      return field.type == ColumnType::uint64 ? "atom_domain(\"uint64\") or atom_domain(float)"
                                              : "atom_domain(int)";
    case ColumnKind::signed_integer:
    case ColumnKind::boolean:
      return "atom_domain(int)";
    case ColumnKind::text:
    case ColumnKind::date:  // refused in words of its own
    case ColumnKind::time:
      break;
  }
  return "atom_domain(str)";
}

}  // namespace

void check_column(const Field& field, const AnyDomain& domain) {
  const bool is_readable = std::visit(
      [&]<class D>(const D&) {
        if constexpr (any::OfAtoms<D>) {
          return reads_into<typename any::AtomOf<D>::Type>(field.type, field.is_dictionary);
        } else {
          return false;  // a table is several columns
        }
      },
      domain);
  if (is_readable) return;
  if (const auto refusal = refusal_of_times(field.type)) fail(ErrorKind::wrong_type, *refusal);
  fail(ErrorKind::wrong_type, "a column of " +
                                  std::string(field.is_dictionary ? "text" : name(field.type)) +
                                  " cannot be read as " + domain.describe() +
                                  "; cast the column, or use " + std::string(domain_for(field)));
}

}  // namespace scrim
