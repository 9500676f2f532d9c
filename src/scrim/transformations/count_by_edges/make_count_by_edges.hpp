// How many rows lie between public edges: a histogram of numbers.
//
// Proof: make_count_by_edges.proof.md
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/partial.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/bins/count_bins.hpp"
#include "scrim/transformations/bins/other_rows.hpp"
#include "scrim/transformations/count_by_edges/counts_between_edges.hpp"
#include "scrim/transformations/quantile_score_candidates/candidate_tally.hpp"

namespace scrim {

/// Makes the transformation from a dataset to the number of rows in each bin between edges
/// e_0 < e_1 < … < e_m: those in [e_0, e_1), in [e_1, e_2), …, in [e_{m-1}, e_m], the last with
/// both ends. Rows below e_0 and above e_m are not counted, or in a first and a last bin. A NaN is
/// counted nowhere.
///
///   make_count_by_edges<LpDistance<1, std::uint64_t>>(domain, metric, {0, 18, 65, 120})
///
/// Precondition (compiler): T is a Number; M is a DatasetMetric on vectors of T; MO is a BinMetric.
/// Precondition (checked):  there are two edges or more, not NaN and strictly increasing; they may
///   be infinite; the size is known if M needs it.
/// Precondition (caller):   the edges are public: they were not read off the data.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with the map of count_bins.
/// Cost: one pass; a look-up a row, or a few steps down a tree where edges lie unevenly.
template <BinMetric MO = LInfDistance<std::uint64_t>, Number T, DatasetMetric M>
[[nodiscard]] auto make_count_by_edges(VectorDomain<AtomDomain<T>> input_domain, M input_metric,
                                       const std::vector<T>& edges,
                                       OtherRows others = OtherRows::left_out)
    -> BinCounting<VectorDomain<AtomDomain<T>>, M, MO> {
  check_edges(std::span<const T>(edges), "make_count_by_edges");
  return count_bins<MO>(std::move(input_domain), std::move(input_metric),
                        bins_between(edges.size(), others), CandidateTally<T>(edges),
                        [others](const CandidateTally<T>& tally) {
                          return counts_between_edges(tally.counts(), others);
                        });
}

/// `space >> then_count_by_edges(edges)`.
template <BinMetric MO = LInfDistance<std::uint64_t>, Number T>
[[nodiscard]] auto then_count_by_edges(std::vector<T> edges,
                                       OtherRows others = OtherRows::left_out) {
  return Partial{
      [edges = std::move(edges), others](const auto& input_domain, const auto& input_metric) {
        return make_count_by_edges<MO>(input_domain, input_metric, edges, others);
      }};
}

}  // namespace scrim
