// One round of permute-and-flip and of the exponential mechanism, on a ladder of candidates.
//
// Proof: selection_ladder.proof.md
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/selection_ladder.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim {

/// What a round has to know of a ladder. Members have places, and put_behind lets the member at one
/// place change places with the last of those left, so that it is not visited again.
template <class L>
concept Ladder = requires(L& ladder, Place place, std::uint64_t last) {
  ladder.rungs()[0].halvings;
  { ladder.members_on(place.rung) } -> std::convertible_to<std::uint64_t>;
  ladder.gap_at(place);
  ladder.put_behind(place, last);
};

/// The first head in a random order of all coins, each of which is heads with probability
/// exp(-gap / scale).
///
/// A coin is U < exp(-gap / scale). On a rung of n halvings it can be heads only if U starts with n
/// zeros. How many of the rung do is drawn first; only those are visited.
/// Postcondition: the law of select_by_permute_and_flip.
/// Cost: some words for each 32 candidates; at most 4 visits on average, not counting leaders.
template <Ladder L, class Chance>
[[nodiscard]] Place permute_and_flip_round(L& ladder, Chance& chance) {
  const auto rungs = ladder.rungs();
  // Of each rung: coins yet to be visited that start with its zeros, and members that may own them,
  // which stand in front.
  std::vector<uint128> due;
  std::vector<std::uint64_t> unvisited;
  for (std::size_t rung = 0; rung < rungs.size(); ++rung) {
    unvisited.push_back(ladder.members_on(rung));
    due.push_back(chance.thinned_count(unvisited.back(), rungs[rung].halvings));
  }
  // A candidate of gap 0 is always due, so the loop ends with a head.
  while (true) {
    const std::size_t rung = chance.among(due);
    const Place place{rung, chance.below(unvisited[rung])};
    if (chance.toss(ladder.gap_at(place), rungs[rung].halvings)) return place;
    --due[rung];
    --unvisited[rung];
    ladder.put_behind(place, unvisited[rung]);
  }
}

/// A candidate with probability proportional to exp(-gap / scale).
///
/// Proposes a candidate with probability proportional to 2^-halvings of its rung, and accepts it
/// with probability 2^halvings exp(-gap / scale), or proposes anew.
/// Postcondition: the law of the exponential mechanism.
/// Cost: at most 4 proposals on average, not counting leaders.
template <Ladder L, class Chance>
[[nodiscard]] Place exponential_round(const L& ladder, Chance& chance) {
  // Rungs further down are proposed as if they were here, and rejected by the toss.
  constexpr int most_halvings = 63;
  const auto rungs = ladder.rungs();
  std::vector<uint128> weights;
  for (std::size_t rung = 0; rung < rungs.size(); ++rung) {
    weights.push_back(static_cast<uint128>(ladder.members_on(rung))
                      << (most_halvings - std::min(rungs[rung].halvings, most_halvings)));
  }
  while (true) {
    const std::size_t rung = chance.among(weights);
    const Place place{rung, chance.below(ladder.members_on(rung))};
    const int halvings = std::min(rungs[rung].halvings, most_halvings);
    if (chance.toss(ladder.gap_at(place), halvings)) return place;
  }
}

}  // namespace scrim
