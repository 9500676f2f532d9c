// How many rows fall into each of some public bins that do not overlap: what every histogram here
// is made of.
//
// Proof: count_bins.proof.md
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <type_traits>
#include <utility>
#include <vector>

#include "scrim/core/accumulation.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/core/row_edits_map.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/numbers/signed_count.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/row_edits.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

/// The metrics on counts of bins: of the largest move, for selections; of the sum of all moves, for
/// Laplace noise; of the root of the sum of their squares, for Gaussian noise.
template <class M>
concept BinMetric =
    std::same_as<M, LInfDistance<std::uint64_t>> || std::same_as<M, LpDistance<1, std::uint64_t>> ||
    std::same_as<M, LpDistance<2, double>>;

/// What a bin is counted in. Scores are unsigned; what noise is added to is signed, as the sum may
/// fall below 0.
template <BinMetric MO>
using BinCount =
    std::conditional_t<std::same_as<MO, LInfDistance<std::uint64_t>>, std::uint64_t, std::int64_t>;

template <class DI, DatasetMetric MI, BinMetric MO>
using BinCounting = Transformation<DI, MI, VectorDomain<AtomDomain<BinCount<MO>>>, MO>;

namespace bins {

/// A row that is added or removed moves one count. One that is changed moves two, each by 1, if
/// there are two.
template <BinMetric MO>
[[nodiscard]] StabilityMap<std::uint32_t, typename MO::Distance> stability_map(RowEdits edits,
                                                                               std::size_t bins) {
  if constexpr (std::same_as<MO, LpDistance<2, double>>) {
    constexpr double diagonal = std::numbers::sqrt2;  // the closest double, which lies above
    return row_edits_map<double>(edits, {.per_row = 1, .per_change = bins < 2 ? 1 : diagonal});
  } else if constexpr (std::same_as<MO, LpDistance<1, std::uint64_t>>) {
    return row_edits_map(edits, {.per_row = 1, .per_change = bins < 2 ? 1U : 2U});
  } else {
    return row_edits_map(edits, {.per_row = 1, .per_change = 1});
  }
}

/// Where rows are added or removed a row moves one count one way; a change moves one up and another
/// down.
template <BinMetric MO>
[[nodiscard]] MO output_metric(RowEdits edits) {
  MO metric{};
  if constexpr (requires { metric.monotonic; }) {
    metric.monotonic = edits == RowEdits::added_or_removed;
  }
  return metric;
}

/// The counts in the type of the metric; those beyond it become its largest number.
template <BinMetric MO>
[[nodiscard]] std::vector<BinCount<MO>> in_type_of(const std::vector<std::uint64_t>& counts) {
  if constexpr (std::same_as<BinCount<MO>, std::uint64_t>) {
    return counts;
  } else {
    std::vector<std::int64_t> typed;
    typed.reserve(counts.size());
    for (const std::uint64_t count : counts) typed.push_back(signed_count(count));
    return typed;
  }
}

}  // namespace bins

/// The transformation from rows to the counts that `counts_of(tally)` gives of them.
///
/// Precondition (caller): each row adds 1 to one of so many counts, or to none, whatever the rows
///   before it; counts that do not fit saturate.
/// Precondition (checked): the size is known if M needs it.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation in which d rows added or removed move the counts by d, and d rows changed by d
///   under LInfDistance, 2 d under L1 and the square root of 2 times d, rounded up, under L2.
template <BinMetric MO, class D, DatasetMetric M, class Tally, class CountsOf>
  requires Accumulator<Tally, typename VectorDomain<D>::View>
[[nodiscard]] BinCounting<VectorDomain<D>, M, MO> count_bins(VectorDomain<D> input_domain,
                                                             M input_metric, std::size_t bins,
                                                             Tally tally, CountsOf counts_of) {
  const RowEdits edits = row_edits<M>(input_domain.size.has_value());
  auto fold = make_fold<typename VectorDomain<D>::View>(
      std::move(tally), [counts_of = std::move(counts_of)](const Tally& read) {
        return bins::in_type_of<MO>(counts_of(read));
      });
  return {std::move(input_domain),
          std::move(input_metric),
          vector_domain<BinCount<MO>>().with_size(bins),
          bins::output_metric<MO>(edits),
          std::move(fold),
          bins::stability_map<MO>(edits, bins)};
}

}  // namespace scrim
