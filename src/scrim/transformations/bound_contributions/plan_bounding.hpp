// A plan to bound persons' rows, from names of columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/spaces/table_domain.hpp"
#include "scrim/transformations/bound_contributions/bounding_plan.hpp"

namespace scrim::bounding {

/// The columns of a table of persons that are used.
struct UsedColumns {
  std::optional<std::string> group;
  std::vector<std::string> values;
};

/// Keeps rows.
/// Precondition (checked): the columns are there; keeping.groups > 0 and keeping.rows > 0.
[[nodiscard]] BoundingPlan plan_to_keep(const PersonTableDomain& domain, const UsedColumns& used,
                                        const Keeping& keeping, std::string_view who);

/// Adds up a column. What comes out is called `total`.
/// Precondition (checked): the columns are there; the one to add up holds integers that are never
///   missing; keeping.groups > 0; the bounds do not cross.
[[nodiscard]] BoundingPlan plan_to_add_up(const PersonTableDomain& domain,
                                          const std::optional<std::string>& group,
                                          const std::string& value, Bounds<std::int64_t> totals,
                                          const Keeping& keeping, std::string_view who);

/// Keeps one row of each person in each of at most keeping.groups groups, and shares out a weight
/// among them. What comes out is called `weight`.
/// Precondition (checked): the column is there; check_person_weight accepts both numbers.
/// Precondition (caller):  keeping.rows is 1.
[[nodiscard]] BoundingPlan plan_to_weigh(const PersonTableDomain& domain, const std::string& group,
                                         std::uint64_t weight, const Keeping& keeping,
                                         std::string_view who);

}  // namespace scrim::bounding
