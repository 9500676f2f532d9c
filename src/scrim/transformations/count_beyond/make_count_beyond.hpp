// How many rows lie beyond each of some public candidates.
//
// Proof: make_count_beyond.proof.md
#pragma once

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
#include "scrim/transformations/count_beyond/rows_beyond.hpp"
#include "scrim/transformations/quantile_score_candidates/candidate_tally.hpp"
#include "scrim/transformations/quantile_score_candidates/check_candidates.hpp"

namespace scrim {

/// Makes the transformation from a dataset to the numbers of rows beyond candidates, in the order
/// outward: the rows above the first candidate, above the second, ...; or the rows below the last
/// candidate, below the one before it, ... So counts never rise along the vector, and the first
/// that is small belongs to a bound which few rows exceed.
///
/// Precondition (compiler): T is a Number; M is a DatasetMetric on vectors of T.
/// Precondition (checked):  rows are never NaN; candidates are non-empty, strictly increasing and
///   not NaN; the size is known if M needs it.
/// Precondition (caller):   the candidates are public: they were not read off the data.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation in which a row added, removed or changed moves counts by at most 1, all of them
///   one way: the output metric is monotonic.
/// Cost: that of make_quantile_score_candidates, with which it shares what it gathers.
template <Number T, DatasetMetric M>
[[nodiscard]] auto make_count_beyond(VectorDomain<AtomDomain<T>> input_domain, M input_metric,
                                     const std::vector<T>& candidates, Beyond side)
    -> Transformation<VectorDomain<AtomDomain<T>>, M, VectorDomain<AtomDomain<std::uint64_t>>,
                      LInfDistance<std::uint64_t>> {
  // 1. Refuse what the proof does not cover.
  input_domain.element.require_non_nan("make_count_beyond");
  check_candidates(std::span<const T>(candidates), "make_count_beyond");

  // 2. Say what comes out: a count per candidate. A row moves all of them one way.
  auto output_domain = vector_domain<std::uint64_t>().with_size(candidates.size());
  const LInfDistance<std::uint64_t> output_metric{.monotonic = true};
  const RowEdits edits = row_edits<M>(input_domain.size.has_value());

  // 3. Count where rows fall, and add up from the far end.
  auto fold = make_fold<std::span<const T>>(
      CandidateTally<T>(candidates),
      [side](const CandidateTally<T>& tally) { return rows_beyond(tally.counts(), side); });
  return {std::move(input_domain),  std::move(input_metric),
          std::move(output_domain), output_metric,
          std::move(fold),          row_edits_map(edits, {.per_row = 1, .per_change = 1})};
}

/// `space >> then_count_beyond(candidates, Beyond::above)`.
template <Number T>
[[nodiscard]] auto then_count_beyond(std::vector<T> candidates, Beyond side) {
  return Partial{[candidates = std::move(candidates), side](const auto& input_domain,
                                                            const auto& input_metric) {
    return make_count_beyond(input_domain, input_metric, candidates, side);
  }};
}

}  // namespace scrim
