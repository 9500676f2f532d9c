// How many rows fall into each of some public categories.
//
// Proof: make_count_by_categories.proof.md
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
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
#include "scrim/transformations/count_by_categories/category_counts.hpp"

namespace scrim {

/// Makes the transformation from a dataset to the number of rows in each category, in the order in
/// which the categories are given. Rows in none of them are not counted.
///
/// Precondition (compiler): T is a Category; M is a DatasetMetric on vectors of T.
/// Precondition (checked):  there is a category, and none is repeated; the size is known if M needs
///   it.
/// Precondition (caller):   the categories are public: they were not read off the data.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation in which a row added, removed or changed moves counts by at most 1. Where the
///   size is unknown a row moves one count one way, so the output metric is monotonic; a change
///   moves one count up and another down, so it is not.
/// Cost: one pass; a hash look-up a row, or one in a table where categories are integers that lie
///   close together.
template <Category T, DatasetMetric M>
[[nodiscard]] auto make_count_by_categories(VectorDomain<AtomDomain<T>> input_domain,
                                            M input_metric,
                                            const std::vector<OwnedCategory<T>>& categories)
    -> Transformation<VectorDomain<AtomDomain<T>>, M, VectorDomain<AtomDomain<std::uint64_t>>,
                      LInfDistance<std::uint64_t>> {
  const RowEdits edits = row_edits<M>(input_domain.size.has_value());
  auto output_domain = vector_domain<std::uint64_t>().with_size(categories.size());
  const LInfDistance<std::uint64_t> output_metric{.monotonic = edits == RowEdits::added_or_removed};
  auto fold = make_fold<std::span<const T>>(CategoryCounts<T>(categories));
  return {std::move(input_domain),  std::move(input_metric),
          std::move(output_domain), output_metric,
          std::move(fold),          row_edits_map(edits, {.per_row = 1, .per_change = 1})};
}

/// `space >> then_count_by_categories(categories)`.
template <class C>
[[nodiscard]] auto then_count_by_categories(std::vector<C> categories) {
  return Partial{
      [categories = std::move(categories)](const auto& input_domain, const auto& input_metric) {
        return make_count_by_categories(input_domain, input_metric, categories);
      }};
}

}  // namespace scrim
