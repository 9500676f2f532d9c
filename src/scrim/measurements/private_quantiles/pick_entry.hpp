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
#include <vector>

#include "scrim/measurements/private_quantiles/tied_entries.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/scaled_gap.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/selection_ladder.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/selection_rounds.hpp"
#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"

namespace scrim {

/// The entries of some candidates on a ladder, by the best parts of these. The parts of a candidate
/// stand on its rung, which is right for the best of them, and lower than need be for no other.
class LadderOfParts {
 public:
  using Index = std::uint32_t;  // kernels::most_candidates fits

  /// Precondition (caller): scale is finite and positive.
  LadderOfParts(const TiedEntries& entries, double scale)
      : entries_(&entries),
        scale_(scale),
        best_(*std::min_element(entries.least().begin(), entries.least().end())),
        ladder_({entries.least(), Optimize::min}, all_candidates(entries), 1, scale),
        moved_(ladder_.rungs().size()) {}

  [[nodiscard]] std::span<const Rung<Index>> rungs() const noexcept { return ladder_.rungs(); }
  /// How many entries stand on a rung.
  [[nodiscard]] std::uint64_t members_on(std::size_t rung) const {
    return ladder_.members_on(rung) * entries_->parts();
  }
  [[nodiscard]] std::size_t entry_at(Place place) const {
    const auto found = moved_[place.rung].find(place.position);
    const std::uint64_t number = found == moved_[place.rung].end() ? place.position : found->second;
    const std::size_t candidate = rungs()[place.rung].members[number / entries_->parts()];
    return candidate * entries_->parts() + number % entries_->parts();
  }
  [[nodiscard]] ScaledGap<std::uint64_t> gap_at(Place place) const {
    return {best_, entries_->score(entry_at(place)), scale_};
  }
  /// The entry at `last` comes to this place; what was here is not asked for again.
  void put_behind(Place place, std::uint64_t last) {
    auto& moved = moved_[place.rung];
    const auto found = moved.find(last);
    moved[place.position] = found == moved.end() ? last : found->second;
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
  /// Of each rung, which entry stands where, as far as it was moved: most never are.
  std::vector<std::unordered_map<std::uint64_t, std::uint64_t>> moved_;
};

/// The entry that noise of this scale selects, the least score being best.
///
/// Precondition (caller): scale is finite and not negative.
/// Postcondition: the law of report_noisy_top_k with k = 1 on the scores of all entries.
/// Cost: some words for each 32 entries; as many visits as a few candidates have parts, at most, on
///   average.
template <class Chance>
[[nodiscard]] std::size_t pick_entry(SelectionNoise noise, const TiedEntries& entries, double scale,
                                     Chance& chance) {
  if (scale == 0.0) return entries.first_of_the_best();
  LadderOfParts ladder(entries, scale);
  return ladder.entry_at(noise == SelectionNoise::exponential
                             ? permute_and_flip_round(ladder, chance)
                             : exponential_round(ladder, chance));
}

}  // namespace scrim
