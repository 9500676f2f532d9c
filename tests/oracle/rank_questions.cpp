// Quantiles and rows counted from either end: how far a candidate is from being wanted, how far one
// row moves that, and how rows that equal a candidate are parted.
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracle/alphabet.hpp"
#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/kernels/candidates/candidate_counts.hpp"
#include "scrim/measurements/private_quantiles/tied_entries.hpp"
#include "scrim/measurements/private_quantiles/wanted_rank.hpp"
#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"
#include "support/by_definition/count_among_candidates.hpp"
#include "support/small_datasets.hpp"

namespace scrim::oracle {

namespace {

using Counted = WantedRank::Counted;

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

WantedRank fraction_of(const Fraction& alpha) { return {Counted::as_fraction, alpha, 0}; }
WantedRank rows_from(Counted end, std::uint64_t rows) { return {end, {0, 1}, rows}; }

std::string text_of(const WantedRank& wanted) {
  switch (wanted.counted) {
    case Counted::as_fraction:
      return " as_fraction" + oracle::text_of(wanted.alpha);
    case Counted::from_smallest:
      return " from_smallest " + std::to_string(wanted.rows);
    case Counted::from_largest:
      return " from_largest " + std::to_string(wanted.rows);
  }
  throw std::logic_error("rows are counted in another way");
}

/// Ranks from either end in terms of so many rows, and every small fraction.
std::vector<WantedRank> small_ranks(std::uint64_t rows) {
  std::vector<WantedRank> ranks;
  for (const Fraction alpha : small_alphas()) ranks.push_back(fraction_of(alpha));
  for (std::uint64_t row = 0; row <= rows; ++row) {
    ranks.push_back(rows_from(Counted::from_smallest, row));
    ranks.push_back(rows_from(Counted::from_largest, row));
  }
  return ranks;
}

RankInterval ranks_of(int candidate, const std::vector<int>& x) {
  const std::array candidates{candidate};
  kernels::CandidateCounts counts(1);
  kernels::count_among_candidates(std::span<const int>(x), std::span<const int>(candidates),
                                  counts);
  return {.below = counts.below[0],
          .not_above = counts.below[0] + counts.equal[0],
          .above = counts.below[1],
          .not_below = counts.below[1] + counts.equal[0]};
}

void ask_about_scores(Oracle& oracle) {
  constexpr std::size_t largest = 4;
  const auto alphabet = plain_integers();
  const auto datasets = test::datasets_up_to(alphabet.values(), largest);
  for (const WantedRank& wanted : small_ranks(largest + 1)) {
    const std::string start =
        "rank_score" + text_of(wanted) + ' ' + std::to_string(quantile_count_limit(wanted.alpha));
    for (const int candidate : alphabet.values()) {
      for (const auto& x : datasets) {
        oracle.ask(start + alphabet.ranks(std::array{candidate}) + alphabet.ranks(x),
                   std::to_string(rank_score(wanted, ranks_of(candidate, x))));
      }
    }
  }
}

void ask_about_sensitivities(Oracle& oracle) {
  const auto ask = [&](const WantedRank& wanted) {
    oracle.ask("rank_sensitivity" + text_of(wanted), std::to_string(rank_sensitivity(wanted)));
  };
  for (const Fraction alpha : small_and_ugly_alphas()) ask(fraction_of(alpha));
  for (const std::uint64_t rows : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{7}, most}) {
    ask(rows_from(Counted::from_smallest, rows));
    ask(rows_from(Counted::from_largest, rows));
  }
}

/// How many rows of a candidate go below for each of its parts, and where these are cut: the rank
/// of a part among nothing but tied rows is what lies before it, or behind it.
void ask_about_tied_rows(Oracle& oracle) {
  std::vector<RowsAround> candidates;
  for (std::uint64_t equal = 0; equal <= 20; ++equal) candidates.push_back({0, equal, 0});
  for (const std::uint64_t equal : {std::uint64_t{511}, std::uint64_t{512}, std::uint64_t{1000},
                                    std::uint64_t{1} << 32, most / 2, most - 1, most}) {
    candidates.push_back({0, equal, 0});
  }
  for (const std::size_t parts : {1U, 2U, 3U, 7U, 256U}) {
    const TiedEntries before(rows_from(Counted::from_smallest, 0), candidates, parts);
    const TiedEntries behind(rows_from(Counted::from_largest, 0), candidates, parts);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const std::uint64_t equal = candidates[c].equal;
      const auto ask = [&](std::size_t share, std::size_t of, std::uint64_t ours) {
        oracle.ask("tied_rows_below " + std::to_string(share) + ' ' + std::to_string(of) + ' ' +
                       std::to_string(equal),
                   std::to_string(ours));
      };
      for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t entry = c * parts + part;
        ask(2 * part + 1, 2 * parts, before.rows_going_below(entry));
        ask(part, parts, before.score(entry));
        ask(part + 1, parts, equal - behind.score(entry));
      }
    }
  }
}

}  // namespace

void ask_about_ranks(Oracle& oracle) {
  ask_about_scores(oracle);
  ask_about_sensitivities(oracle);
  ask_about_tied_rows(oracle);
}

}  // namespace scrim::oracle
