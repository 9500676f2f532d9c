#include "scrim/any/column_refusal.hpp"

#include <string_view>
#include <variant>

namespace scrim {

namespace {

std::string_view domain_for(ColumnType type, bool is_dictionary) {
  switch (kind_of(type, is_dictionary)) {
    case ColumnKind::floating:
      return "atom_domain(float)";
    case ColumnKind::unsigned_integer:
      return type == ColumnType::uint64 ? "atom_domain(\"uint64\") or atom_domain(float)"
                                        : "atom_domain(int)";
    case ColumnKind::signed_integer:
    case ColumnKind::boolean:
      return "atom_domain(int)";
    case ColumnKind::text:
      break;
  }
  return "atom_domain(str)";
}

}  // namespace

std::optional<std::string> refusal_of_column(ColumnType type, bool is_dictionary,
                                             const AnyDomain& domain) {
  const bool is_readable = std::visit(
      [&]<class D>(const D&) {
        return reads_into<typename any::AtomOf<D>::Type>(type, is_dictionary);
      },
      domain);
  if (is_readable) return std::nullopt;
  return "a column of " + std::string(is_dictionary ? "text" : name(type)) + " cannot be read as " +
         domain.describe() + "; cast the column, or use " +
         std::string(domain_for(type, is_dictionary));
}

}  // namespace scrim
