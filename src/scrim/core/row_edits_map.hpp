// The stability map of an aggregate that is known by what one row can do to it.
#pragma once

#include <cstdint>

#include "scrim/core/distance_map.hpp"
#include "scrim/spaces/row_edits.hpp"

namespace scrim {

/// How far an aggregate moves when one row is edited.
struct EditSensitivity {
  std::uint64_t per_row;     ///< when a row is added or removed
  std::uint64_t per_change;  ///< when a row is replaced by another
};

/// Edit by edit, by the triangle inequality of the output metric:
///   added or removed:           d_in * per_row
///   added or removed in pairs:  floor(d_in / 2) * per_change
///   changed:                    d_in * per_change
///
/// Postcondition: the map throws ErrorKind::overflow where a product exceeds 64 bits.
[[nodiscard]] StabilityMap<std::uint32_t, std::uint64_t> row_edits_map(RowEdits edits,
                                                                       EditSensitivity sensitivity);

}  // namespace scrim
