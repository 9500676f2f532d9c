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

void check_group_is(const GroupedTableDomain& domain, bool is_text) {
  if ((domain.group().kind == RowKind::text) != is_text) {
    fail(ErrorKind::mismatch, "make_count_by_key: " + domain.describe() +
                                  " has no groups that are " + (is_text ? "texts" : "integers") +
                                  "; count them by what they are");
  }
}

StabilityMap<KeyedChange, KeyedChange> count_by_group_map() {
  const auto same = [](const KeyedChange& d) { return d; };
  return StabilityMap<KeyedChange, KeyedChange>(same, same);
}

}  // namespace scrim
