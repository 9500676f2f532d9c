// One round of permute-and-flip and of the exponential mechanism, on a ladder of candidates.
//
// Proof: selection_ladder.proof.md
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/selection_ladder.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim {

/// The first head in a random order of all coins, each of which is heads with probability
/// exp(-gap / scale).
///
/// A coin is U < exp(-gap / scale). On a rung of n halvings it can be heads only if U starts with n
/// zeros. How many of the rung do is drawn first; only those are visited.
/// Postcondition: the law of select_by_permute_and_flip.
/// Cost: some words for each 32 candidates; at most 4 visits on average, not counting leaders.
template <Number T, class Index, class Chance>
[[nodiscard]] Place permute_and_flip_round(const SelectionLadder<T, Index>& ladder,
                                           Chance& chance) {
  const auto rungs = ladder.rungs();
  // Of each rung: coins yet to be visited that start with its zeros, and members that may own them,
  // which stand in front.
  std::vector<uint128> due;
  std::vector<std::uint64_t> unvisited;
  for (const Rung<Index>& rung : rungs) {
    due.push_back(chance.thinned_count(rung.members.size(), rung.halvings));
    unvisited.push_back(rung.members.size());
  }
  // A candidate of gap 0 is always due, so the loop ends with a head.
  while (true) {
    const std::size_t rung = chance.among(due);
    const auto members = rungs[rung].members;
    const std::size_t position = chance.below(unvisited[rung]);
    const int halvings = rungs[rung].halvings;
    if (chance.toss(ladder.gap_of(members[position]), halvings)) return {rung, position};
    --due[rung];
    --unvisited[rung];
    std::swap(members[position], members[unvisited[rung]]);
  }
}

/// A candidate with probability proportional to exp(-gap / scale).
///
/// Proposes a candidate with probability proportional to 2^-halvings of its rung, and accepts it
/// with probability 2^halvings exp(-gap / scale), or proposes anew.
/// Postcondition: the law of the exponential mechanism.
/// Cost: at most 4 proposals on average, not counting leaders.
template <Number T, class Index, class Chance>
[[nodiscard]] Place exponential_round(const SelectionLadder<T, Index>& ladder, Chance& chance) {
  // Rungs further down are proposed as if they were here, and rejected by the toss.
  constexpr int most_halvings = 63;
  const auto rungs = ladder.rungs();
  std::vector<uint128> weights;
  for (const Rung<Index>& rung : rungs) {
    weights.push_back(static_cast<uint128>(rung.members.size())
                      << (most_halvings - std::min(rung.halvings, most_halvings)));
  }
  while (true) {
    const std::size_t rung = chance.among(weights);
    const auto members = rungs[rung].members;
    const std::size_t position = chance.below(members.size());
    const int halvings = std::min(rungs[rung].halvings, most_halvings);
    if (chance.toss(ladder.gap_of(members[position]), halvings)) return {rung, position};
  }
}

}  // namespace scrim
