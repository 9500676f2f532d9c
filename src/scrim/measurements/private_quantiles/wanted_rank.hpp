// Which row is wanted of rows in increasing order, and how far a candidate is from being it.
#pragma once

#include <cstdint>

#include "scrim/numbers/fraction.hpp"
#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"

namespace scrim {

/// A quantile, or a row counted from either end. An end itself cannot be found: noise takes it for
/// any candidate beyond the last row. So what stands for it lies a few rows inside.
struct WantedRank {
  enum class Counted {
    as_fraction,    ///< alpha of the rows lie below it
    from_smallest,  ///< `rows` of them lie below it
    from_largest,   ///< `rows` of them lie above it
  };

  Counted counted;
  Fraction alpha;      ///< as_fraction
  std::uint64_t rows;  ///< otherwise

  friend bool operator==(const WantedRank&, const WantedRank&) = default;
};

/// How far a row more or less moves a score of it, at most.
[[nodiscard]] constexpr std::uint64_t rank_sensitivity(const WantedRank& wanted) {
  if (wanted.counted != WantedRank::Counted::as_fraction) return 1;
  const std::uint64_t rest = wanted.alpha.den - wanted.alpha.num;
  return wanted.alpha.num > rest ? wanted.alpha.num : rest;
}

/// The score of a candidate with rows around it, to be minimised: 0 where it is at the wanted rank.
[[nodiscard]] constexpr std::uint64_t rank_score(const WantedRank& wanted,
                                                 const RankInterval& rows) {
  const auto outside = [](std::uint64_t rank, std::uint64_t first, std::uint64_t final) {
    return rank < first ? first - rank : (rank > final ? rank - final : 0);
  };
  switch (wanted.counted) {
    case WantedRank::Counted::from_smallest:
      return outside(wanted.rows, rows.below, rows.not_above);
    case WantedRank::Counted::from_largest:
      return outside(wanted.rows, rows.above, rows.not_below);
    case WantedRank::Counted::as_fraction:
      break;
  }
  return interval_score(wanted.alpha, quantile_count_limit(wanted.alpha), rows);
}

}  // namespace scrim
