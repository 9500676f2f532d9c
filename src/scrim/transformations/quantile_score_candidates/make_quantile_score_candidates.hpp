// Scores for candidates: how far each is from being the wanted quantile of the data.
//
// Proof: make_quantile_score_candidates.proof.md
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/fold.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/row_edits.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/quantile_score_candidates/alpha.hpp"
#include "scrim/transformations/quantile_score_candidates/candidate_tally.hpp"
#include "scrim/transformations/quantile_score_candidates/check_candidates.hpp"
#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"
#include "scrim/transformations/quantile_score_candidates/score_candidates_map.hpp"

namespace scrim {

/// Makes the transformation from a dataset to one score per candidate, to be minimised: the score
/// of c is den times the distance between the rank of c, or the closest of its ranks, and the ideal
/// rank of the alpha-quantile.
///
/// Precondition (compiler): T is a Number; M is a DatasetMetric on vectors of T.
/// Precondition (checked):  rows are never NaN; candidates are non-empty, strictly increasing and
///   not NaN; alpha is in [0, 1]; the size is known if M needs it; a known size times the
///   denominator of alpha fits 64 bits.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with the map of score_candidates_map.
/// Cost: one pass; a look-up a row, or a few steps down a tree where candidates lie unevenly;
///   memory for some counts a candidate.
template <Number T, DatasetMetric M>
[[nodiscard]] auto make_quantile_score_candidates(VectorDomain<AtomDomain<T>> input_domain,
                                                  M input_metric, const std::vector<T>& candidates,
                                                  Alpha alpha, TiedRows ties = TiedRows::discounted)
    -> Transformation<VectorDomain<AtomDomain<T>>, M, VectorDomain<AtomDomain<std::uint64_t>>,
                      LInfDistance<std::uint64_t>> {
  // 1. Refuse what the proof does not cover.
  input_domain.element.require_non_nan("make_quantile_score_candidates");
  check_candidates(std::span<const T>(candidates), "make_quantile_score_candidates");
  check_counts_fit(input_domain.size, alpha.fraction(), "make_quantile_score_candidates");

  // 2. Say what comes out: a score per candidate. For the minimum and the maximum, a row moves all
  //    scores one way, which halves the range of what it can do to them.
  auto output_domain = vector_domain<std::uint64_t>().with_size(candidates.size());
  const bool monotonic = alpha.num() == 0 || alpha.num() == alpha.den();
  const LInfDistance<std::uint64_t> output_metric{.monotonic = monotonic};

  // 3. Count where rows fall; the scores follow from the counts.
  auto map = score_candidates_map(alpha.fraction(), row_edits<M>(input_domain.size.has_value()));
  auto fold = make_fold<std::span<const T>>(
      CandidateTally<T>(candidates),
      [alpha = alpha.fraction(), ties](const CandidateTally<T>& tally) {
        return quantile_scores(tally.counts(), alpha, ties);
      });
  return {std::move(input_domain), std::move(input_metric), std::move(output_domain),
          output_metric,           std::move(fold),         std::move(map)};
}

/// `transformation >> then_quantile_score_candidates(candidates, 0.5)`.
template <Number T>
[[nodiscard]] auto then_quantile_score_candidates(std::vector<T> candidates, Alpha alpha,
                                                  TiedRows ties = TiedRows::discounted) {
  return Partial{[candidates = std::move(candidates), alpha, ties](const auto& input_domain,
                                                                   const auto& input_metric) {
    return make_quantile_score_candidates(input_domain, input_metric, candidates, alpha, ties);
  }};
}

}  // namespace scrim
