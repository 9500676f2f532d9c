// What each person adds up to, between public bounds: one row a person.
//
// Proof: make_person_totals.proof.md
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/bounds.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "scrim/spaces/table_metrics.hpp"

namespace scrim {

/// One total of each person.
struct PersonTotals {
  std::string value = {};                ///< the column that is added up
  Bounds<std::int64_t> bounds = {0, 0};  ///< public; a total outside is moved to the nearer one
  bool in_order_of_ids = false;          ///< as of BoundRows
};

/// A total of each person in each of at most `groups` groups.
struct PersonTotalsByGroup {
  std::string group = {};
  std::uint64_t groups = 1;
  std::string value = {};
  Bounds<std::int64_t> bounds = {0, 0};
  std::uint64_t seed = 0;  ///< public; it says which groups stay
  bool in_order_of_ids = false;
};

/// Makes the transformation that replaces the rows of each person by one, their exact sum moved
/// between the bounds, in a column `total`. A person without rows has none.
///
/// Where a person's rows are many and their sum is what counts, this loses less than to keep a few
/// of them: the bounds are on the sum, not on each row.
///
/// Precondition (checked): the column holds integers that are never missing; lower <= upper.
/// Precondition (caller):  rows come in the order of ids if it is said that they do.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: as of make_bound_contributions.
[[nodiscard]] Transformation<PersonTableDomain, PersonDistance, TableDomain, SymmetricDistance>
make_person_totals(PersonTableDomain input_domain, PersonDistance input_metric,
                   const PersonTotals& totals);

/// The same for each group of a person, of which so many stay as make_bound_contributions keeps.
///
/// Precondition (checked): as above; groups > 0; the group is an integer or a text.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = (groups = d_in * groups, total = d_in * groups, in_each = d_in).
[[nodiscard]] Transformation<PersonTableDomain, PersonDistance, GroupedTableDomain, GroupedDistance>
make_person_totals(PersonTableDomain input_domain, PersonDistance input_metric,
                   const PersonTotalsByGroup& totals);

/// `persons >> then_person_totals(PersonTotals{...})`, or PersonTotalsByGroup.
template <class Totals>
[[nodiscard]] auto then_person_totals(Totals totals) {
  return Partial{[totals = std::move(totals)](const auto& input_domain, const auto& input_metric) {
    return make_person_totals(input_domain, input_metric, totals);
  }};
}

}  // namespace scrim
