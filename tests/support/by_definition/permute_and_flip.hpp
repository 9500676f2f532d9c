// Permute-and-flip, peeled: the top k under exponential noise, one after the other.
//
// This is what is meant: one coin for every candidate. The library selects by peel.hpp, which has
// the same law and leaves most coins unflipped.
//
// Proof: src/scrim/measurements/report_noisy_top_k/meaning/permute_and_flip.proof.md
#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/scaled_gap.hpp"
#include "scrim/measurements/report_noisy_top_k/selection.hpp"
#include "scrim/samplers/bernoulli_exp.hpp"
#include "scrim/samplers/uniform_below.hpp"
#include "support/by_definition/bernoulli_exp_minus.hpp"

namespace scrim {

/// The position in `indices` of one selected index.
///
/// Every index flips a coin that comes up heads with probability exp(-gap / scale), its gap being
/// the distance of its score from the best one; a uniform choice among the heads is the result. The
/// best flips heads with certainty, so there is one.
///
/// Precondition (caller): indices is not empty; scale is finite and positive.
template <Number T, BitSource Source>
[[nodiscard]] std::size_t select_by_permute_and_flip(std::span<const T> scores,
                                                     std::span<const std::size_t> indices,
                                                     double scale, Optimize optimize,
                                                     Source& source) {
  T best = finite_score(scores[indices.front()], optimize);
  for (const std::size_t index : indices) {
    const T score = finite_score(scores[index], optimize);
    if (is_better(score, best, optimize)) best = score;
  }
  std::vector<std::size_t> heads;
  for (std::size_t position = 0; position < indices.size(); ++position) {
    const T score = finite_score(scores[indices[position]], optimize);
    ScaledGap<T> gap(best, score, scale);
    if (sample_bernoulli_exp_minus(gap, source)) heads.push_back(position);
  }
  return heads[sample_uniform_below(heads.size(), source)];
}

/// The indices of k scores, best first: each is selected among those not selected before it.
///
/// Precondition (caller): k <= scores.size(); scale is finite and positive.
template <Number T, BitSource Source>
[[nodiscard]] std::vector<std::size_t> peel_permute_and_flip(std::span<const T> scores,
                                                             const TopKOptions& options,
                                                             Source& source) {
  std::vector<std::size_t> remaining(scores.size());
  std::iota(remaining.begin(), remaining.end(), std::size_t{0});
  std::vector<std::size_t> selected;
  selected.reserve(options.k);
  while (selected.size() < options.k) {
    const std::size_t position = select_by_permute_and_flip(
        scores, std::span<const std::size_t>(remaining), options.scale, options.optimize, source);
    selected.push_back(remaining[position]);
    remaining[position] = remaining.back();  // the order of `remaining` has no bearing on the law
    remaining.pop_back();
  }
  return selected;
}

}  // namespace scrim
