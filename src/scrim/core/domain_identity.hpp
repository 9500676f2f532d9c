// What a domain is, as a list of parts: equal domains have equal lists, however they are written.
#pragma once

#include <cstdint>
#include <tuple>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/domain_concept.hpp"
#include "scrim/spaces/option_domain.hpp"
#include "scrim/spaces/record_domain.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

/// Nobody knows how to tell domains of other kinds apart.
template <Domain D>
[[nodiscard]] Identity identity_of(const D&) {
  return Identity::unknown();
}

/// A text is the same value whether it is owned or viewed.
template <Atom T>
[[nodiscard]] Identity identity_of(const AtomDomain<T>& domain) {
  Identity identity("atom");
  identity.add(type_name<OwnedAtom<T>>()).add(std::uint64_t{domain.nan});
  if constexpr (Number<T>) {
    if (domain.bounds) identity.add(domain.bounds->lower).add(domain.bounds->upper);
  }
  return identity;
}

template <Domain D>
[[nodiscard]] Identity identity_of(const OptionDomain<D>& domain) {
  return Identity("option").add(identity_of(domain.element));
}

template <Domain... Ds>
[[nodiscard]] Identity identity_of(const RecordDomain<Ds...>& domain) {
  Identity identity("record");
  std::apply([&](const auto&... field) { (identity.add(identity_of(field)), ...); }, domain.fields);
  return identity;
}

template <Domain D>
[[nodiscard]] Identity identity_of(const VectorDomain<D>& domain) {
  Identity identity("vector");
  identity.add(identity_of(domain.element));
  if (domain.size) identity.add(std::uint64_t{*domain.size});
  return identity;
}

/// Of columns in their order: a batch is read by it.
[[nodiscard]] Identity identity_of(const TableDomain& domain);
[[nodiscard]] Identity identity_of(const PersonTableDomain& domain);
[[nodiscard]] Identity identity_of(const GroupedTableDomain& domain);

}  // namespace scrim
