// Rows that may be null in front of what takes rows that are not.
#pragma once

#include <optional>

#include "scrim/any/any_objects.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/any/arguments.hpp"

namespace scrim {

/// The transformation into `rows`, a domain of vectors, from such vectors of which rows may be
/// null: make_impute if there is a value that replaces them, else make_drop_null.
[[nodiscard]] AnyTransformation from_nullable(const AnyDomain& rows, const AnyMetric& metric,
                                              const std::optional<AnyAtom>& imputed);

}  // namespace scrim
