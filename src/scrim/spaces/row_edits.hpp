// What one unit of a dataset metric stands for, which is what the maps of aggregates depend on.
#pragma once

#include "scrim/spaces/metric_concepts.hpp"

namespace scrim {

/// How d_in counts the edits between two datasets.
enum class RowEdits {
  added_or_removed,           ///< d_in rows were added or removed
  added_or_removed_in_pairs,  ///< the same, but the size is known: as many added as removed
  changed,                    ///< d_in rows were replaced by others
};

/// The edits that M counts on datasets whose size is known or not.
template <DatasetMetric M>
[[nodiscard]] constexpr RowEdits row_edits(bool size_known) {
  // The metrics that need a known size are the ones that count changes.
  if constexpr (M::needs_known_size) return RowEdits::changed;
  return size_known ? RowEdits::added_or_removed_in_pairs : RowEdits::added_or_removed;
}

}  // namespace scrim
