// The meaning of the counts among candidates, with which the library's CandidateIndex is compared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "scrim/kernels/candidates/candidate_counts.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim::kernels {

/// Adds a block of rows. A row that is NaN counts nowhere.
///
/// Precondition (caller): candidates are strictly increasing and not NaN.
/// Cost: one binary search a row.
template <Number T>
void count_among_candidates(std::span<const T> rows, std::span<const T> candidates,
                            CandidateCounts& counts) {
  for (const T x : rows) {
    if (x != x) continue;
    const auto found = std::lower_bound(candidates.begin(), candidates.end(), x);
    const auto index = static_cast<std::size_t>(found - candidates.begin());
    const bool is_equal = found != candidates.end() && *found == x;
    std::uint64_t& count = is_equal ? counts.equal[index] : counts.below[index];
    count = saturating_add(count, std::uint64_t{1});
  }
}

}  // namespace scrim::kernels
