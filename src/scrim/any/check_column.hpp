// Which columns a domain whose type is known only at run time takes.
#pragma once

#include "scrim/any/any_spaces.hpp"
#include "scrim/columns/batch.hpp"

namespace scrim {

/// Throws wrong_type if rows of this type cannot be read as elements of the domain, by the types
/// alone. The text names a domain that takes them.
void check_column(const Field& field, const AnyDomain& domain);

}  // namespace scrim
