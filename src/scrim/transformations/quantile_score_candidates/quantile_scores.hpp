// Quantile scores, from where rows lie among candidates.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "scrim/kernels/candidates/candidate_counts.hpp"
#include "scrim/numbers/fraction.hpp"
#include "scrim/spaces/known_size.hpp"

namespace scrim {

/// The score of a candidate with `below` rows under it and `above` rows over it, to be minimised:
///   | (den - num) * min(below, limit) - num * min(above, limit) |
///
/// Precondition (caller): num <= den and den * limit fits 64 bits, so that no product overflows.
[[nodiscard]] constexpr std::uint64_t quantile_score(Fraction alpha, std::uint64_t limit,
                                                     std::uint64_t below, std::uint64_t above) {
  const std::uint64_t pulls_down = (alpha.den - alpha.num) * (below < limit ? below : limit);
  const std::uint64_t pulls_up = alpha.num * (above < limit ? above : limit);
  return pulls_down > pulls_up ? pulls_down - pulls_up : pulls_up - pulls_down;
}

/// The largest count whose product with den fits 64 bits.
[[nodiscard]] constexpr std::uint64_t quantile_count_limit(Fraction alpha) {
  return std::numeric_limits<std::uint64_t>::max() / alpha.den;
}

/// One score per candidate, from where the rows lie.
[[nodiscard]] std::vector<std::uint64_t> quantile_scores(const kernels::CandidateCounts& counts,
                                                         Fraction alpha);

/// Throws if the size is known and counts of so many rows, times den, do not fit a score. Clipped
/// counts keep the privacy claim but not the meaning: most candidates would score alike.
void check_counts_fit(KnownSize size, Fraction alpha, const std::string& who);

}  // namespace scrim
