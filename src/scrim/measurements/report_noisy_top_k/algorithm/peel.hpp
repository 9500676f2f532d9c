// The top k under noise: k rounds, each among what the ones before it left.
//
// Proof: selection_ladder.proof.md
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/selection_ladder.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/selection_rounds.hpp"
#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"
#include "scrim/measurements/report_noisy_top_k/selection.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

/// How many rounds one ladder serves. Sorting the candidates costs some nanoseconds for each of
/// them, and a round some for each leader, of which there are fewer than rounds: this balances the
/// two.
[[nodiscard]] inline std::size_t rounds_on_one_ladder(std::size_t candidates) {
  return 16 + static_cast<std::size_t>(std::sqrt(static_cast<double>(candidates)));
}

/// The rounds of the peeling below, on indices of a type that holds those of all scores.
template <SelectionNoise noise, class Index, Number T, class Chance>
[[nodiscard]] std::vector<std::size_t> peel_by_index(std::span<const T> scores,
                                                     const TopKOptions& options, Chance chance) {
  std::vector<Index> remaining(scores.size());
  std::iota(remaining.begin(), remaining.end(), Index{0});
  std::vector<std::size_t> selected;
  selected.reserve(options.k);
  while (true) {
    const std::size_t rounds =
        std::min(options.k - selected.size(), rounds_on_one_ladder(remaining.size()));
    SelectionLadder<T, Index> ladder({scores, options.optimize}, std::move(remaining), rounds,
                                     options.scale);
    for (std::size_t round = 0; round < rounds; ++round) {
      const Place place = noise == SelectionNoise::exponential
                              ? permute_and_flip_round(ladder, chance)
                              : exponential_round(ladder, chance);
      selected.push_back(ladder.take(place));
    }
    if (selected.size() == options.k) return selected;
    remaining = ladder.remaining();
  }
}

/// The indices of k scores, best first.
///
/// Precondition (caller): 0 < k <= scores.size(); scale is finite and positive.
/// Postcondition: under exponential noise the law of peel_permute_and_flip, under Gumbel noise that
///   of gumbel_top_k, which say what is meant.
template <SelectionNoise noise, Number T, class Chance>
[[nodiscard]] std::vector<std::size_t> peel(std::span<const T> scores, const TopKOptions& options,
                                            Chance chance) {
  if (scores.size() - 1 <= std::numeric_limits<std::uint32_t>::max()) {
    return peel_by_index<noise, std::uint32_t>(scores, options, std::move(chance));
  }
  return peel_by_index<noise, std::size_t>(scores, options, std::move(chance));
}

}  // namespace scrim
