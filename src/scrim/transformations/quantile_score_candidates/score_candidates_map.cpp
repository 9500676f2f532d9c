#include "scrim/transformations/quantile_score_candidates/score_candidates_map.hpp"

#include <algorithm>

#include "scrim/core/row_edits_map.hpp"
#include "scrim/transformations/quantile_score_candidates/alpha.hpp"

namespace scrim {

StabilityMap<std::uint32_t, std::uint64_t> score_candidates_map(Fraction alpha, RowEdits edits) {
  const auto [num, den] = Alpha(alpha).fraction();
  return row_edits_map(edits, {.per_row = std::max(num, den - num), .per_change = den});
}

}  // namespace scrim
