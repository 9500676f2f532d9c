// The function that bounds persons' rows, in either form.
#pragma once

#include <memory>

#include "scrim/columns/batch.hpp"
#include "scrim/core/row_bounding.hpp"
#include "scrim/transformations/bound_contributions/bounding_plan.hpp"

namespace scrim::bounding {

/// Rows come in any order, and what is kept of all persons lies in memory; or they come in the
/// order of ids, and only what is kept of one person does.
[[nodiscard]] RowBounding<Batch, Batch> bounded_rows(BoundingPlan plan, bool in_order_of_ids);

}  // namespace scrim::bounding
