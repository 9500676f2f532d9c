// How many of some public categories occur at all.
//
// Proof: make_count_distinct.proof.md
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "scrim/columns/text_rows.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/row_edits.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/bins/other_rows.hpp"
#include "scrim/transformations/count_by_categories/category_counts.hpp"
#include "scrim/transformations/count_distinct/count_distinct_map.hpp"

namespace scrim {

/// Makes the transformation from a dataset to the number of categories that at least one row is in,
/// as a signed integer: what noise is added to. Rows in none of them are not counted.
///
/// Precondition (compiler): T is a Category; M is a DatasetMetric on vectors of T.
/// Precondition (checked):  there is a category, and none is repeated; the size is known if M needs
///   it.
/// Precondition (caller):   the categories are public: they were not read off the data.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation in which a row added, removed or changed moves the number by at most 1, and all
///   of them by no more than there are categories.
/// Cost: that of counting by these categories.
template <Category T, DatasetMetric M>
[[nodiscard]] auto make_count_distinct(VectorDomain<AtomDomain<T>> input_domain, M input_metric,
                                       const std::vector<OwnedCategory<T>>& categories)
    -> Transformation<VectorDomain<AtomDomain<T>>, M, AtomDomain<std::int64_t>,
                      AbsoluteDistance<std::uint64_t>> {
  auto fold = make_fold<AtomRows<T>>(
      CategoryCounts<T>(categories, OtherRows::left_out, "make_count_distinct"),
      [](const CategoryCounts<T>& tally) -> std::int64_t {
        return std::ranges::count_if(tally.finish(), [](std::uint64_t rows) { return rows != 0; });
      });
  const RowEdits edits = row_edits<M>(input_domain.size.has_value());
  return {std::move(input_domain),
          std::move(input_metric),
          atom_domain<std::int64_t>(),
          AbsoluteDistance<std::uint64_t>{},
          std::move(fold),
          count_distinct_map(edits, categories.size())};
}

/// `space >> then_count_distinct(categories)`.
template <class C>
[[nodiscard]] auto then_count_distinct(std::vector<C> categories) {
  return Partial{
      [categories = std::move(categories)](const auto& input_domain, const auto& input_metric) {
        return make_count_distinct(input_domain, input_metric, categories);
      }};
}

}  // namespace scrim
