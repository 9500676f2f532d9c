// How many rows lie beyond each candidate, from where rows lie among them.
// Proof: make_count_beyond.proof.md
#pragma once

#include <cstdint>
#include <vector>

#include "scrim/kernels/candidates/candidate_counts.hpp"

namespace scrim {

/// Which rows lie beyond a candidate: those above it, or those below it.
enum class Beyond { above, below };

/// Counts of rows beyond candidates, outward: above the first candidate, the second, and so on; or
/// below the last one, the one before it, and so on. They never rise.
[[nodiscard]] std::vector<std::uint64_t> rows_beyond(const kernels::CandidateCounts& counts,
                                                     Beyond side);

}  // namespace scrim
