// The top k without noise: what a scale of zero asks for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/selection.hpp"

namespace scrim {

/// The indices of the k best scores, best first; of equal scores the one with the lower index.
///
/// Precondition (caller): k <= scores.size().
template <Number T>
[[nodiscard]] std::vector<std::size_t> exact_top_k(std::span<const T> scores, std::size_t k,
                                                   Optimize optimize) {
  std::vector<std::size_t> indices(scores.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  const auto comes_first = [&](std::size_t a, std::size_t b) {
    const T score_a = finite_score(scores[a], optimize);
    const T score_b = finite_score(scores[b], optimize);
    return score_a == score_b ? a < b : is_better(score_a, score_b, optimize);
  };
  const auto end = indices.begin() + static_cast<std::ptrdiff_t>(k);
  std::partial_sort(indices.begin(), end, indices.end(), comes_first);
  indices.resize(k);
  return indices;
}

}  // namespace scrim
