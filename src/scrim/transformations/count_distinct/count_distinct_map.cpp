#include "scrim/transformations/count_distinct/count_distinct_map.hpp"

#include <algorithm>

#include "scrim/core/row_edits_map.hpp"

namespace scrim {

StabilityMap<std::uint32_t, std::uint64_t> count_distinct_map(RowEdits edits,
                                                              std::size_t categories) {
  using Map = StabilityMap<std::uint32_t, std::uint64_t>;
  const Map per_edit = row_edits_map(edits, {.per_row = 1, .per_change = 1});
  return Map::from_monotone([per_edit, categories](std::uint32_t d_in) {
    return std::min(per_edit.forward(d_in), std::uint64_t{categories});
  });
}

}  // namespace scrim
