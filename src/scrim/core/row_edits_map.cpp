#include "scrim/core/row_edits_map.hpp"

#include "scrim/errors/error.hpp"
#include "scrim/numbers/integers.hpp"

namespace scrim {

namespace {

using Map = StabilityMap<std::uint32_t, std::uint64_t>;

/// With a known size the distance between datasets is even: an odd d_in allows what the even number
/// below it allows.
Map paired_edits_map(std::uint64_t per_change) {
  return Map::from_monotone([per_change](std::uint32_t d_in) {
    return checked_mul(std::uint64_t{d_in / 2}, per_change);
  });
}

}  // namespace

Map row_edits_map(RowEdits edits, EditSensitivity sensitivity) {
  switch (edits) {
    case RowEdits::added_or_removed:
      return Map::from_constant(sensitivity.per_row);
    case RowEdits::added_or_removed_in_pairs:
      return paired_edits_map(sensitivity.per_change);
    case RowEdits::changed:
      return Map::from_constant(sensitivity.per_change);
  }
  fail(ErrorKind::invalid_argument, "row_edits_map: unknown kind of row edits");
}

}  // namespace scrim
