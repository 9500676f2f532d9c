// Why dates and times are not read as numbers, in words that say what to do.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scrim/columns/column.hpp"

namespace scrim {

/// `what` are counts of a unit since some moment. The cast is one that pyarrow has: it keeps the
/// width.
[[nodiscard]] std::string refusal_of_times(std::string_view what, std::string_view bits,
                                           std::string_view unit, std::string_view since);

/// The same for columns of dates and timestamps; nothing for others.
[[nodiscard]] std::optional<std::string> refusal_of_times(ColumnType type);

}  // namespace scrim
