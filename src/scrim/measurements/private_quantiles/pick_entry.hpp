// One selection among parts of tied rows, without a list of all their scores.
//
// Proof: make_private_quantiles.proof.md
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scrim/measurements/private_quantiles/tied_entries.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/scaled_gap.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/selection_ladder.hpp"
#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim {

/// The numbers below a size in an order of their own, of which only what was moved is kept.
class UnvisitedNumbers {
 public:
  explicit UnvisitedNumbers(std::uint64_t size) : left_(size) {}

  [[nodiscard]] std::uint64_t left() const noexcept { return left_; }
  /// The number at a place below left().
  [[nodiscard]] std::uint64_t at(std::uint64_t place) const {
    const auto found = moved_.find(place);
    return found == moved_.end() ? place : found->second;
  }
  /// Leaves out the number at this place; the last one moves there.
  void leave_out(std::uint64_t place) {
    --left_;
    moved_[place] = at(left_);
  }

 private:
  std::uint64_t left_;
  std::unordered_map<std::uint64_t, std::uint64_t> moved_;
};

/// The candidates of some entries on a ladder, by their best parts. The parts of a candidate stand
/// on its rung, which is right for the best of them, and lower than need be for no other.
class LadderOfParts {
 public:
  using Index = std::uint32_t;  // kernels::most_candidates fits

  /// Precondition (caller): scale is finite and positive.
  LadderOfParts(const TiedEntries& entries, double scale)
      : entries_(&entries),
        scale_(scale),
        best_(*std::min_element(entries.least().begin(), entries.least().end())),
        ladder_({entries.least(), Optimize::min}, all_candidates(entries), 1, scale) {}

  [[nodiscard]] std::span<const Rung<Index>> rungs() const noexcept { return ladder_.rungs(); }
  /// How many entries stand on a rung.
  [[nodiscard]] std::uint64_t entries_on(const Rung<Index>& rung) const {
    return std::uint64_t{rung.members.size()} * entries_->parts();
  }
  [[nodiscard]] std::size_t entry(const Rung<Index>& rung, std::uint64_t number) const {
    const std::size_t candidate = rung.members[number / entries_->parts()];
    return candidate * entries_->parts() + number % entries_->parts();
  }
  [[nodiscard]] ScaledGap<std::uint64_t> gap_of(std::size_t entry) const {
    return {best_, entries_->score(entry), scale_};
  }

 private:
  [[nodiscard]] static std::vector<Index> all_candidates(const TiedEntries& entries) {
    std::vector<Index> all(entries.least().size());
    std::iota(all.begin(), all.end(), Index{0});
    return all;
  }

  const TiedEntries* entries_;
  double scale_;
  std::uint64_t best_;
  SelectionLadder<std::uint64_t, Index> ladder_;
};

/// permute_and_flip_round over all entries.
/// Postcondition: the law of select_by_permute_and_flip on the scores of all entries.
/// Cost: some words for each 32 entries; as many visits as a few candidates have parts, at most, on
///   average.
template <class Chance>
[[nodiscard]] std::size_t pick_by_permute_and_flip(const LadderOfParts& ladder, Chance& chance) {
  const auto rungs = ladder.rungs();
  std::vector<uint128> due;
  std::vector<UnvisitedNumbers> unvisited;
  for (const auto& rung : rungs) {
    due.push_back(chance.thinned_count(ladder.entries_on(rung), rung.halvings));
    unvisited.emplace_back(ladder.entries_on(rung));
  }
  // An entry of gap 0 is always due, so the loop ends with a head.
  while (true) {
    const std::size_t rung = chance.among(due);
    const std::uint64_t place = chance.below(unvisited[rung].left());
    const std::size_t entry = ladder.entry(rungs[rung], unvisited[rung].at(place));
    if (chance.toss(ladder.gap_of(entry), rungs[rung].halvings)) return entry;
    --due[rung];
    unvisited[rung].leave_out(place);
  }
}

/// exponential_round over all entries.
/// Postcondition: the law of the exponential mechanism on the scores of all entries.
template <class Chance>
[[nodiscard]] std::size_t pick_by_exponential_mechanism(const LadderOfParts& ladder,
                                                        Chance& chance) {
  constexpr int most_halvings = 63;
  const auto rungs = ladder.rungs();
  std::vector<uint128> weights;
  for (const auto& rung : rungs) {
    weights.push_back(static_cast<uint128>(ladder.entries_on(rung))
                      << (most_halvings - std::min(rung.halvings, most_halvings)));
  }
  while (true) {
    const std::size_t rung = chance.among(weights);
    const std::size_t entry =
        ladder.entry(rungs[rung], chance.below(ladder.entries_on(rungs[rung])));
    const int halvings = std::min(rungs[rung].halvings, most_halvings);
    if (chance.toss(ladder.gap_of(entry), halvings)) return entry;
  }
}

/// The entry that noise of this scale selects, the least score being best.
///
/// Precondition (caller): scale is finite and not negative.
/// Postcondition: the law of report_noisy_top_k with k = 1 on the scores of all entries.
template <class Chance>
[[nodiscard]] std::size_t pick_entry(SelectionNoise noise, const TiedEntries& entries, double scale,
                                     Chance& chance) {
  if (scale == 0.0) return entries.first_of_the_best();
  const LadderOfParts ladder(entries, scale);
  return noise == SelectionNoise::exponential ? pick_by_permute_and_flip(ladder, chance)
                                              : pick_by_exponential_mechanism(ladder, chance);
}

}  // namespace scrim
