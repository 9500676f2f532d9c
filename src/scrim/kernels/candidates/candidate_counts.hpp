// Where rows fall among sorted candidates: the counts behind quantile scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/numbers/integers.hpp"

namespace scrim::kernels {

/// How many rows equal each candidate, and how many lie strictly between neighbouring ones.
///
/// below[i] counts the rows x with candidates[i-1] < x < candidates[i] (without the missing
/// neighbour at both ends), so below has one entry more than equal. Sums saturate rather than wrap:
/// saturation is 1-Lipschitz, so it never moves a count further than a row may.
struct CandidateCounts {
  std::vector<std::uint64_t> below;
  std::vector<std::uint64_t> equal;

  explicit CandidateCounts(std::size_t candidates) : below(candidates + 1), equal(candidates) {}

  void add(const CandidateCounts& other) {
    const auto add_to = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = saturating_add(to[i], from[i]);
    };
    add_to(below, other.below);
    add_to(equal, other.equal);
  }
};

/// The counts among some of the candidates, from those among all: what lies strictly between two of
/// them lies between, or equals, those in between.
/// Precondition (caller): `places` are indices of candidates, strictly increasing.
[[nodiscard]] inline CandidateCounts counts_among_some(const CandidateCounts& all,
                                                       std::span<const std::size_t> places) {
  CandidateCounts some(places.size());
  std::size_t next = 0;  // of all candidates, the first that is not passed yet
  for (std::size_t i = 0; i <= places.size(); ++i) {
    const std::size_t place = i < places.size() ? places[i] : all.equal.size();
    for (; next < place; ++next) {
      some.below[i] = saturating_add(some.below[i], all.below[next]);
      some.below[i] = saturating_add(some.below[i], all.equal[next]);
    }
    some.below[i] = saturating_add(some.below[i], all.below[place]);
    if (i < places.size()) some.equal[i] = all.equal[place];
    next = place + 1;
  }
  return some;
}

}  // namespace scrim::kernels
