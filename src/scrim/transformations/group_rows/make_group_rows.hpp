// Rows that know of which group they are, out of a table without persons.
//
// Proof: make_group_rows.proof.md
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "scrim/spaces/table_metrics.hpp"

namespace scrim {

/// Which column tells groups apart, and which are kept behind it.
struct GroupRows {
  std::string group = {};
  std::vector<std::string> values = {};
};

/// Makes the transformation that keeps the columns named, the group first, and leaves out rows
/// without a group. It is for rows that are nobody's; where there are persons, their rows are
/// bounded (make_bound_contributions).
///
///   rows >> then_group_rows(GroupRows{.group = "region", .values = {"cost"}})
///
/// Precondition (checked): the columns are there, none is named twice; the group is an integer or a
///   text.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = (groups = d_in, total = d_in, in_each = d_in).
/// Cost: none where no group can be missing; else one pass.
[[nodiscard]] Transformation<TableDomain, SymmetricDistance, GroupedTableDomain, GroupedDistance>
make_group_rows(TableDomain input_domain, SymmetricDistance input_metric, const GroupRows& columns);

/// `rows >> then_group_rows(GroupRows{...})`.
[[nodiscard]] inline auto then_group_rows(GroupRows columns) {
  return Partial{
      [columns = std::move(columns)](const auto& input_domain, const auto& input_metric) {
        return make_group_rows(input_domain, input_metric, columns);
      }};
}

}  // namespace scrim
