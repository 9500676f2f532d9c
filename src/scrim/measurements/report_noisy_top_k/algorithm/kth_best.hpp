// The k-th best score, in little more than one pass.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/finite_scores.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

namespace kth {

/// Long enough that there are few blocks, short enough that k of them are few scores.
inline constexpr std::size_t block = 64;

/// The k-th best of some values, which are reordered.
template <Number T>
[[nodiscard]] T best_of(std::vector<T>& values, std::size_t k, const FiniteScores<T>& scores) {
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(values.begin(), place, values.end(),
                   [&](T a, T b) { return scores.is_better(a, b); });
  return *place;
}

}  // namespace kth

/// The score that exactly k - 1 of the indexed ones, ties taken in some order, come before.
///
/// The k-th best of the bests of blocks is no better than it: k scores are at least as good. What
/// is strictly better than that bound lies in fewer than k blocks, so only these are looked at
/// again.
///
/// Precondition (caller): 0 < k <= indices.size().
template <Number T, class Index>
[[nodiscard]] T kth_best(const FiniteScores<T>& scores, std::span<const Index> indices,
                         std::size_t k) {
  std::vector<T> bests;
  bests.reserve(indices.size() / kth::block + 1);
  for (std::size_t begin = 0; begin < indices.size(); begin += kth::block) {
    const auto members = indices.subspan(begin, std::min(kth::block, indices.size() - begin));
    T best = scores[members.front()];
    for (const Index index : members) best = scores.better(scores[index], best);
    bests.push_back(best);
  }
  std::vector<T> contenders;
  if (bests.size() < k) {
    contenders.reserve(indices.size());
    for (const Index index : indices) contenders.push_back(scores[index]);
    return kth::best_of(contenders, k, scores);
  }
  std::vector<T> reordered = bests;
  const T bound = kth::best_of(reordered, k, scores);
  for (std::size_t b = 0; b < bests.size(); ++b) {
    if (!scores.is_better(bests[b], bound)) continue;
    const std::size_t begin = b * kth::block;
    for (const Index index : indices.subspan(begin, std::min(kth::block, indices.size() - begin))) {
      if (scores.is_better(scores[index], bound)) contenders.push_back(scores[index]);
    }
  }
  return contenders.size() < k ? bound : kth::best_of(contenders, k, scores);
}

}  // namespace scrim
