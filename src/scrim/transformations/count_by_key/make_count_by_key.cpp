#include "scrim/transformations/count_by_key/make_count_by_key.hpp"

namespace scrim {

StabilityMap<std::uint32_t, KeyedChange> count_by_key_map(RowEdits edits) {
  return StabilityMap<std::uint32_t, KeyedChange>::from_monotone([edits](std::uint32_t d_in) {
    const std::uint64_t rows = d_in;
    if (edits == RowEdits::added_or_removed) return KeyedChange(rows, rows, rows);
    const std::uint64_t changes = edits == RowEdits::changed ? rows : rows / 2;
    return KeyedChange(2 * changes, 2 * changes, changes);
  });
}

}  // namespace scrim
