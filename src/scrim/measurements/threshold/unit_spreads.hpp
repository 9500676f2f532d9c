// The ways to spread a change over groups among which the worst one is.
// Proof: threshold_delta.proof.md
#pragma once

#include <cstdint>
#include <vector>

#include "scrim/spaces/keyed_distance.hpp"

namespace scrim {

/// Groups that only one of two neighbours has: `full` of them with the largest count that a change
/// allows, one with `partial` if that is not 0, and `single` with a count of 1.
struct UnitSpread {
  std::uint64_t full = 0;
  std::uint64_t partial = 0;
  std::uint64_t single = 0;

  friend bool operator==(const UnitSpread&, const UnitSpread&) = default;
};

/// At most four, one of which maximises the sum of g over the counts of groups, for every g from
/// {1, 2, ...} that is convex, does not fall and is not negative. None if nothing changes.
[[nodiscard]] std::vector<UnitSpread> worst_unit_spreads(const KeyedChange& d);

}  // namespace scrim
