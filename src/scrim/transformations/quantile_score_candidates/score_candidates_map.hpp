// How far quantile scores move when rows are added, removed or changed.
//
// Proof: score_candidates_map.proof.md
#pragma once

#include <cstdint>

#include "scrim/core/distance_map.hpp"
#include "scrim/numbers/fraction.hpp"
#include "scrim/spaces/row_edits.hpp"

namespace scrim {

/// The stability map of quantile scores num/den, from row edits to L-infinity distance:
///   added or removed:           d_in * max(num, den - num)
///   added or removed in pairs:  floor(d_in / 2) * den
///   changed:                    d_in * den
///
/// Precondition (checked): den > 0, num <= den.
/// Postcondition: the map throws ErrorKind::overflow where the product exceeds 64 bits.
[[nodiscard]] StabilityMap<std::uint32_t, std::uint64_t> score_candidates_map(Fraction alpha,
                                                                              RowEdits edits);

}  // namespace scrim
