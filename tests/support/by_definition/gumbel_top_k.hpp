// The top k under Gumbel noise: the exponential mechanism, k times without replacement.
//
// This is what is meant: noise for every candidate. The library selects by peel.hpp, which has the
// same law and draws no noise for most candidates.
//
// Proof: src/scrim/measurements/report_noisy_top_k/meaning/gumbel_top_k.proof.md
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/scaled_gap.hpp"
#include "scrim/measurements/report_noisy_top_k/selection.hpp"
#include "scrim/numbers/refinable.hpp"
#include "support/by_definition/gumbel.hpp"

namespace scrim {

/// A score with its noise, in units of the scale and relative to the best score: Gumbel - gap.
template <Number T, BitSource Source>
class NoisyScore {
 public:
  NoisyScore(std::size_t index, ScaledGap<T> gap, Source& source)
      : index_(index), gap_(gap), noise_(source) {}

  [[nodiscard]] std::size_t index() const { return index_; }
  [[nodiscard]] Interval enclose() { return noise_.enclose() - gap_.enclose(); }
  [[nodiscard]] BigInterval enclose(Precision precision) {
    return noise_.enclose(precision) - gap_.enclose(precision);
  }

 private:
  std::size_t index_;
  ScaledGap<T> gap_;
  LazyGumbel<Source> noise_;
};

/// The indices of the k largest noisy scores, largest first.
///
/// Precondition (caller): 0 < k <= scores.size(); scale is finite and positive.
template <Number T, BitSource Source>
[[nodiscard]] std::vector<std::size_t> gumbel_top_k(std::span<const T> scores,
                                                    const TopKOptions& options, Source& source) {
  T best = finite_score(scores.front(), options.optimize);
  for (const T raw : scores) {
    const T score = finite_score(raw, options.optimize);
    if (is_better(score, best, options.optimize)) best = score;
  }
  std::vector<NoisyScore<T, Source>> leaders;  // the best so far, largest first
  leaders.reserve(options.k + 1);
  for (std::size_t index = 0; index < scores.size(); ++index) {
    const T score = finite_score(scores[index], options.optimize);
    NoisyScore<T, Source> noisy(index, ScaledGap<T>(best, score, options.scale), source);
    if (leaders.size() == options.k && is_less(noisy, leaders.back())) continue;
    const auto place = std::partition_point(leaders.begin(), leaders.end(),
                                            [&](auto& leader) { return is_less(noisy, leader); });
    leaders.insert(place, std::move(noisy));
    if (leaders.size() > options.k) leaders.pop_back();
  }
  std::vector<std::size_t> indices;
  indices.reserve(leaders.size());
  for (const auto& leader : leaders) indices.push_back(leader.index());
  return indices;
}

}  // namespace scrim
