// How far the number of categories that occur moves when rows are added, removed or changed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "scrim/core/distance_map.hpp"
#include "scrim/spaces/row_edits.hpp"

namespace scrim {

/// 1 for each row that is added, removed or changed, but at most the number of categories: there
/// are no more to appear or to vanish.
[[nodiscard]] StabilityMap<std::uint32_t, std::uint64_t> count_distinct_map(RowEdits edits,
                                                                            std::size_t categories);

}  // namespace scrim
