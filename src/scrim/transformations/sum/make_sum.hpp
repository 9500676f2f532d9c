// The sum of rows that are integers within bounds.
//
// Proof: make_sum.proof.md
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "scrim/core/fold.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/row_edits_map.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/row_edits.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/sum/row_sum.hpp"
#include "scrim/transformations/sum/sum_bounds.hpp"

namespace scrim {

/// Makes the transformation from a dataset of integers to their sum, which is exact, and the
/// nearest int64 where it does not fit. Floats have no sum of their own: what rounds depends on
/// the order of rows. Bring them to a grid first (make_quantise).
///
/// Precondition (compiler): T is an Integer; M is a DatasetMetric on vectors of T.
/// Precondition (checked):  rows lie below 2^62 in absolute value, by bounds of the domain or by
///   their type; the sum of so many rows as are known fits int64; the size is known if M needs it.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation in which a row of [a, b] that is added or removed moves the sum by at most
///   max(|a|, |b|), and one that is changed by at most b - a.
/// Cost: one pass.
template <Integer T, DatasetMetric M>
[[nodiscard]] auto make_sum(VectorDomain<AtomDomain<T>> input_domain, M input_metric)
    -> Transformation<VectorDomain<AtomDomain<T>>, M, AtomDomain<std::int64_t>,
                      AbsoluteDistance<std::uint64_t>> {
  const Bounds<T> rows = row_bounds(input_domain.element);
  const SumBounds terms{rows.lower, rows.upper};
  check_sum(terms, input_domain.size);
  const RowEdits edits = row_edits<M>(input_domain.size.has_value());
  auto fold = make_fold<std::span<const T>>(RowSum<T>(rows));
  return {std::move(input_domain),
          std::move(input_metric),
          atom_domain<std::int64_t>(),
          AbsoluteDistance<std::uint64_t>{},
          std::move(fold),
          row_edits_map(edits, sum_sensitivity(terms))};
}

/// `space >> then_clamp(0, 120) >> then_sum()`.
[[nodiscard]] inline auto then_sum() {
  return Partial{[](const auto& input_domain, const auto& input_metric) {
    return make_sum(input_domain, input_metric);
  }};
}

}  // namespace scrim
