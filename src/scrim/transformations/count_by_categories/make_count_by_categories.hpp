// How many rows fall into each of some public categories.
//
// Proof: make_count_by_categories.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "scrim/core/partial.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/bins/count_bins.hpp"
#include "scrim/transformations/bins/other_rows.hpp"
#include "scrim/transformations/count_by_categories/category_counts.hpp"

namespace scrim {

/// Makes the transformation from a dataset to the number of rows in each category, in the order in
/// which the categories are given. Rows in none of them are not counted, or in a last bin.
///
///   make_count_by_categories<LpDistance<2, double>>(domain, metric, categories)
///
/// Precondition (compiler): T is a Category; M is a DatasetMetric on vectors of T; MO is a
///   BinMetric.
/// Precondition (checked):  there is a category, and none is repeated; the size is known if M needs
///   it.
/// Precondition (caller):   the categories are public: they were not read off the data.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with the map of count_bins. Where the size is unknown a row moves one count one
///   way, so that LInfDistance is monotonic; a change moves one count up and another down, so that
///   it is not.
/// Cost: one pass; a hash look-up a row, or one in a table where categories are integers that lie
///   close together. Texts out of a dictionary are looked up once for each entry.
template <BinMetric MO = LInfDistance<std::uint64_t>, Category T, DatasetMetric M>
[[nodiscard]] auto make_count_by_categories(VectorDomain<AtomDomain<T>> input_domain,
                                            M input_metric,
                                            const std::vector<OwnedCategory<T>>& categories,
                                            OtherRows others = OtherRows::left_out)
    -> BinCounting<VectorDomain<AtomDomain<T>>, M, MO> {
  const std::size_t bins = categories.size() + (others == OtherRows::counted ? 1 : 0);
  return count_bins<MO>(std::move(input_domain), std::move(input_metric), bins,
                        CategoryCounts<T>(categories, others),
                        [](const CategoryCounts<T>& tally) { return tally.finish(); });
}

/// `space >> then_count_by_categories(categories)`.
template <BinMetric MO = LInfDistance<std::uint64_t>, class C>
[[nodiscard]] auto then_count_by_categories(std::vector<C> categories,
                                            OtherRows others = OtherRows::left_out) {
  return Partial{[categories = std::move(categories), others](const auto& input_domain,
                                                              const auto& input_metric) {
    return make_count_by_categories<MO>(input_domain, input_metric, categories, others);
  }};
}

}  // namespace scrim
