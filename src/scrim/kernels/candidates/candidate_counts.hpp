// Where rows fall among sorted candidates: the counts behind quantile scores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/number.hpp"

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

/// Adds a block of rows. A row that is NaN counts nowhere. This is the meaning of the counts; the
/// library locates rows by CandidateIndex, which the tests compare with it.
///
/// Precondition (caller): candidates are strictly increasing and not NaN.
/// Cost: one binary search a row.
template <Number T>
void count_among_candidates(std::span<const T> rows, std::span<const T> candidates,
                            CandidateCounts& counts) {
  for (const T x : rows) {
    if (x != x) continue;
    const auto found = std::lower_bound(candidates.begin(), candidates.end(), x);
    const auto index = static_cast<std::size_t>(found - candidates.begin());
    const bool is_equal = found != candidates.end() && *found == x;
    std::uint64_t& count = is_equal ? counts.equal[index] : counts.below[index];
    count = saturating_add(count, std::uint64_t{1});
  }
}

}  // namespace scrim::kernels
