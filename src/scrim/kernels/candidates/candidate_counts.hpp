// Where rows fall among sorted candidates: the counts behind quantile scores.
#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace scrim::kernels
