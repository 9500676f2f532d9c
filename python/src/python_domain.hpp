// Domains as Python holds them: with what becomes of nulls in the columns that are read as them.
#pragma once

#include <optional>

#include "binding.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/any/arguments.hpp"

namespace scrim::python {

/// What becomes of nulls when a column is read, as vector_domain was told. Unless it was told,
/// they are dropped where rows can be (the size is unknown, and the metric counts rows), and
/// columns that may hold them are refused elsewhere.
///
/// It belongs to the domain, so two runs of one mechanism cannot disagree about it.
struct Nulls {
  std::optional<AnyAtom> impute;  ///< what replaces them; `nullable` is then not stated
  std::optional<bool> nullable;   ///< else whether they are dropped, or refused by kind

  [[nodiscard]] bool are_stated() const noexcept { return impute || nullable; }

  /// A NaN that is imputed equals another: a domain must equal itself.
  friend bool operator==(const Nulls& a, const Nulls& b);
};

struct PythonDomain {
  AnyDomain domain;
  Nulls nulls = {};

  friend bool operator==(const PythonDomain&, const PythonDomain&) = default;
};

/// vector_domain(element, size, nullable=, impute=): refused unless what it says of nulls is one
/// thing that can be done. Whatever can be said in two ways is kept in one, so that domains which
/// behave alike are equal.
[[nodiscard]] PythonDomain make_vector_domain(const PythonDomain& element, nb::handle size,
                                              std::optional<bool> nullable, nb::handle impute);

/// Values of the element, or null.
[[nodiscard]] PythonDomain make_option_domain(const PythonDomain& element);

/// Whether rows of the domain itself may be null: it is one of vectors over an option_domain.
[[nodiscard]] bool has_null_rows(const AnyDomain& domain);

/// Whether columns that may hold nulls are read, under a metric on datasets.
[[nodiscard]] bool is_nullable(const PythonDomain& domain);

/// Whether nulls in such columns are dropped or replaced on the way into the domain.
[[nodiscard]] bool drops_or_replaces_nulls(const PythonDomain& domain, const AnyMetric& metric);

/// Throws mismatch if the domain was told to drop or replace nulls, and the metric is one of
/// aggregates: they hold none, and each place in them has a meaning.
void check_nulls_under(const PythonDomain& domain, const AnyMetric& metric);

/// What replaces nulls, or None.
[[nodiscard]] nb::object imputed_value(const PythonDomain& domain);

}  // namespace scrim::python
