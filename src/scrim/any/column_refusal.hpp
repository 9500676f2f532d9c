// Which columns a domain whose type is known only at run time takes.
#pragma once

#include <optional>
#include <string>

#include "scrim/any/any_spaces.hpp"
#include "scrim/columns/column.hpp"

namespace scrim {

/// Why rows of this type cannot be read as elements of the domain, by the types alone; nothing if
/// they can. The text names a domain that takes them.
[[nodiscard]] std::optional<std::string> refusal_of_column(ColumnType type, bool is_dictionary,
                                                           const AnyDomain& domain);

}  // namespace scrim
