// How many rows there are.
//
// Proof: make_count.proof.md
#pragma once

#include <cstdint>
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
#include "scrim/transformations/count/row_count.hpp"

namespace scrim {

/// Makes the transformation from a dataset to the number of its rows, as a signed integer: what
/// noise is added to. Rows may be of any kind; one that is null is a row.
///
/// Precondition (compiler): M is a DatasetMetric on vectors over D.
/// Precondition (checked):  the size is known if M needs it.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation in which a row added or removed moves the count by 1. Where the size is known
///   the count is the same for all datasets: d_out = 0.
/// Cost: a few nanoseconds a block; no row is looked at.
template <Domain D, DatasetMetric M>
  requires MetricSpace<VectorDomain<D>, M>
[[nodiscard]] auto make_count(VectorDomain<D> input_domain, M input_metric)
    -> Transformation<VectorDomain<D>, M, AtomDomain<std::int64_t>,
                      AbsoluteDistance<std::uint64_t>> {
  const RowEdits edits = row_edits<M>(input_domain.size.has_value());
  auto fold = make_fold<typename VectorDomain<D>::View>(RowCount());
  return {std::move(input_domain),
          std::move(input_metric),
          atom_domain<std::int64_t>(),
          AbsoluteDistance<std::uint64_t>{},
          std::move(fold),
          row_edits_map(edits, {.per_row = 1, .per_change = 0})};
}

/// `space >> then_count()`.
[[nodiscard]] inline auto then_count() {
  return Partial{[](const auto& input_domain, const auto& input_metric) {
    return make_count(input_domain, input_metric);
  }};
}

}  // namespace scrim
