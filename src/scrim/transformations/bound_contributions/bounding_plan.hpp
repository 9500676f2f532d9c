// All that is public of how persons' rows are bounded.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "scrim/core/identity.hpp"
#include "scrim/spaces/bounds.hpp"
#include "scrim/transformations/bound_contributions/row_keeper.hpp"
#include "scrim/transformations/bound_contributions/row_layout.hpp"

namespace scrim::bounding {

struct BoundingPlan {
  std::shared_ptr<const RowLayout> layout;
  Keeping keeping;
  Bounds<std::int64_t> totals;  ///< where rows are added up, what totals are moved between
  std::uint64_t weight;         ///< where rows are weighed, that of a person; else 0
  Identity identity;            ///< of all of it, and of the domain

  [[nodiscard]] RowKeeper keeper() const {
    return RowKeeper(RowOrder(layout, keeping.seed), keeping);
  }
};

}  // namespace scrim::bounding
