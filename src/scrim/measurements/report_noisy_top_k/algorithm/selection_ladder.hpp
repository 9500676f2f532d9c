// Candidates sorted by how unlikely they are, in powers of two, so that a round of a selection need
// not look at each of them.
//
// Proof: selection_ladder.proof.md
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/finite_scores.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/halvings.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/kth_best.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/scaled_gap.hpp"
#include "scrim/samplers/bernoulli_exp.hpp"

namespace scrim {

/// Candidates with a common bound: exp(-gap / scale) <= 2^-halvings for each, its gap being the
/// distance of its score from the best score left.
template <class Index>
struct Rung {
  std::span<Index> members;
  int halvings;
};

/// A candidate by its place on a ladder.
struct Place {
  std::size_t rung;
  std::size_t position;
};

/// The candidates of some rounds of selection; each round takes one away.
///
/// They are sorted once, by their distance from the score that remains the best at worst: after all
/// rounds but the last, the best score left is no worse than the rounds-th best. The few that are
/// better than that are leaders, on a rung of their own. When the best score left is better, all
/// other rungs are further down by the same number of halvings.
///
/// Index is std::uint32_t where that suffices, since a million candidates are moved about.
template <Number T, class Index>
class SelectionLadder {
 public:
  /// Precondition (caller): 0 < rounds <= candidates.size(); scale is finite and positive.
  SelectionLadder(FiniteScores<T> scores, std::vector<Index> candidates, std::size_t rounds,
                  double scale)
      : scores_(scores),
        scale_(scale),
        halvings_(scale),
        reference_(kth_best(scores, std::span<const Index>(candidates), rounds)),
        best_(reference_) {
    sort(candidates);
    climb();
  }

  /// The rungs of this round, the leaders first. One of halvings 0 holds a candidate of gap 0.
  /// Members may be reordered within their rung.
  [[nodiscard]] std::span<const Rung<Index>> rungs() const noexcept { return rungs_; }

  [[nodiscard]] std::uint64_t members_on(std::size_t rung) const {
    return rungs_[rung].members.size();
  }

  [[nodiscard]] ScaledGap<T> gap_of(std::size_t candidate) const {
    return ScaledGap<T>(best_, scores_[candidate], scale_);
  }
  [[nodiscard]] ScaledGap<T> gap_at(Place place) const {
    return gap_of(rungs_[place.rung].members[place.position]);
  }

  /// The member at this place and the one at `last` of its rung change places.
  void put_behind(Place place, std::uint64_t last) const {
    const std::span<Index> members = rungs_[place.rung].members;
    std::swap(members[place.position], members[last]);
  }

  /// Takes a candidate away, which ends a round.
  Index take(Place place) {
    std::span<Index>& members = rungs_[place.rung].members;
    const Index candidate = std::exchange(members[place.position], members.back());
    members = members.first(members.size() - 1);
    climb();
    return candidate;
  }

  /// Those that were not taken.
  [[nodiscard]] std::vector<Index> remaining() const {
    std::vector<Index> all;
    all.reserve(candidates_.size());
    for (const auto& rung : rungs_) all.insert(all.end(), rung.members.begin(), rung.members.end());
    return all;
  }

 private:
  /// The last rung takes all that is further down. 2^-63 of a million is nothing to speak of.
  static constexpr int lowest_rung = 63;
  /// Bounds what a round adds, so that no power of two leaves the doubles.
  static constexpr int most_shift = 800;
  static_assert(lowest_rung + most_shift <= ExpMinus<ScaledGap<T>>::most_doublings,
                "the coins of a rung take all its halvings");

  /// Counting sort: leaders, then one rung for each number of halvings below the reference.
  void sort(std::span<const Index> candidates) {
    constexpr std::size_t kinds = lowest_rung + 2;
    std::vector<std::uint8_t> kind_of(candidates.size());
    std::array<std::size_t, kinds> sizes{};
    // Copies: bytes are written below, which for all the compiler knows could be those of a member.
    const FiniteScores<T> scores = scores_;
    const Halvings halvings = halvings_;
    const T reference = reference_;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const T score = scores[candidates[i]];
      const int kind = scores.is_better(score, reference)
                           ? 0
                           : 1 + halvings.count(reference, score, lowest_rung);
      kind_of[i] = static_cast<std::uint8_t>(kind);
      ++sizes[static_cast<std::size_t>(kind)];
    }
    candidates_.resize(candidates.size());
    std::array<Index*, kinds> ends{};
    std::span<Index> free = candidates_;
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      ends[kind] = free.data();
      if (kind == 0 || sizes[kind] > 0) {
        rungs_.push_back({free.first(sizes[kind]), 0});
        depths_.push_back(static_cast<int>(kind) - 1);
      }
      free = free.subspan(sizes[kind]);
    }
    for (std::size_t i = 0; i < candidates.size(); ++i) *ends[kind_of[i]]++ = candidates[i];
  }

  /// Finds the best score left, and how far down that puts each rung.
  void climb() {
    best_ = reference_;
    for (const Index leader : rungs_.front().members) {
      best_ = scores_.better(scores_[leader], best_);
    }
    const int shift = halvings_.count(best_, reference_, most_shift);
    for (std::size_t i = 1; i < rungs_.size(); ++i) rungs_[i].halvings = depths_[i] + shift;
  }

  FiniteScores<T> scores_;
  double scale_;
  Halvings halvings_;
  T reference_;
  T best_;
  std::vector<Index> candidates_;
  std::vector<Rung<Index>> rungs_;
  std::vector<int> depths_;  // of each rung below the reference
};

}  // namespace scrim
