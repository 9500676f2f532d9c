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

/// What becomes of rows that are equal to a candidate.
enum class TiedRows {
  discounted,  ///< they count on neither side: the score of the sources
  /// The candidate has all of their ranks: 0 exactly where it is an alpha-quantile. With the other
  /// score a value that most rows share can lose against values that no row has.
  spanned,
};

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

/// Rows around a candidate that has several ranks.
struct RankInterval {
  std::uint64_t below;      ///< strictly
  std::uint64_t not_above;  ///< below or of the candidate's own rank
  std::uint64_t above;      ///< strictly
  std::uint64_t not_below;  ///< above or of the candidate's own rank
};

/// The score by the closest of several ranks, to be minimised: the larger of 0 and
///   (den - num) * min(below, limit) - num * min(not_below, limit)
///   num * min(above, limit) - (den - num) * min(not_above, limit)
///
/// Precondition (caller): as above; below <= not_above and above <= not_below.
[[nodiscard]] constexpr std::uint64_t interval_score(Fraction alpha, std::uint64_t limit,
                                                     const RankInterval& rows) {
  const auto clipped = [limit](std::uint64_t count) { return count < limit ? count : limit; };
  const std::uint64_t too_high = (alpha.den - alpha.num) * clipped(rows.below);
  const std::uint64_t high_enough = alpha.num * clipped(rows.not_below);
  if (too_high > high_enough) return too_high - high_enough;
  const std::uint64_t too_low = alpha.num * clipped(rows.above);
  const std::uint64_t low_enough = (alpha.den - alpha.num) * clipped(rows.not_above);
  return too_low > low_enough ? too_low - low_enough : 0;
}

/// The largest count whose product with den fits 64 bits.
[[nodiscard]] constexpr std::uint64_t quantile_count_limit(Fraction alpha) {
  return std::numeric_limits<std::uint64_t>::max() / alpha.den;
}

/// One score per candidate, from where the rows lie.
[[nodiscard]] std::vector<std::uint64_t> quantile_scores(const kernels::CandidateCounts& counts,
                                                         Fraction alpha,
                                                         TiedRows ties = TiedRows::discounted);

/// Throws if the size is known and counts of so many rows, times den, do not fit a score. Clipped
/// counts keep the privacy claim but not the meaning: most candidates would score alike.
void check_counts_fit(KnownSize size, Fraction alpha, const std::string& who);

}  // namespace scrim
