// How many rows equal each of some candidates, and how many lie between them.
//
// Proof: make_count_among_candidates.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/fold.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/row_edits_map.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/row_edits.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/quantile_score_candidates/candidate_tally.hpp"
#include "scrim/transformations/quantile_score_candidates/check_candidates.hpp"

namespace scrim {

/// Makes the transformation from a dataset to counts of its rows: those below the first candidate,
/// equal to it, between it and the second, equal to the second, and so on to those above the last.
///
/// Precondition (compiler): T is a Number; M is a DatasetMetric on vectors of T.
/// Precondition (checked):  rows are never NaN; candidates are non-empty, strictly increasing and
///   not NaN; the size is known if M needs it.
/// Precondition (caller):   the candidates are public: they were not read off the data.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation in which a row added or removed moves one count by 1 and a changed row two.
/// Cost: one pass, as make_quantile_score_candidates.
template <Number T, DatasetMetric M>
[[nodiscard]] auto make_count_among_candidates(VectorDomain<AtomDomain<T>> input_domain,
                                               M input_metric, const std::vector<T>& candidates)
    -> Transformation<VectorDomain<AtomDomain<T>>, M, VectorDomain<AtomDomain<std::uint64_t>>,
                      LpDistance<1, std::uint64_t>> {
  input_domain.element.require_non_nan("make_count_among_candidates");
  check_candidates(std::span<const T>(candidates), "make_count_among_candidates");

  auto output_domain = vector_domain<std::uint64_t>().with_size(2 * candidates.size() + 1);
  auto map =
      row_edits_map(row_edits<M>(input_domain.size.has_value()), {.per_row = 1, .per_change = 2});
  auto fold = make_fold<std::span<const T>>(
      CandidateTally<T>(candidates), [](const CandidateTally<T>& tally) {
        const kernels::CandidateCounts counts = tally.counts();
        std::vector<std::uint64_t> all;
        all.reserve(counts.below.size() + counts.equal.size());
        for (std::size_t i = 0; i < counts.equal.size(); ++i) {
          all.push_back(counts.below[i]);
          all.push_back(counts.equal[i]);
        }
        all.push_back(counts.below.back());
        return all;
      });
  return {std::move(input_domain),        std::move(input_metric), std::move(output_domain),
          LpDistance<1, std::uint64_t>{}, std::move(fold),         std::move(map)};
}

/// `space >> then_count_among_candidates(candidates)`.
template <Number T>
[[nodiscard]] auto then_count_among_candidates(std::vector<T> candidates) {
  return Partial{
      [candidates = std::move(candidates)](const auto& input_domain, const auto& input_metric) {
        return make_count_among_candidates(input_domain, input_metric, candidates);
      }};
}

}  // namespace scrim
