// Each person's rows, bounded in number: from persons to rows.
//
// Proof: make_bound_contributions.proof.md
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "scrim/spaces/table_metrics.hpp"

namespace scrim {

/// At most `rows` rows of each person.
struct BoundRows {
  std::uint32_t rows = 1;
  std::vector<std::string> values = {};  ///< the columns that are kept, in this order
  /// Public; it says which rows stay. Give each plan its own, so that not always the same do.
  std::uint64_t seed = 0;
  /// Rows come in the order of ids: integers by value, texts byte by byte, several columns one
  /// after the other. Then memory is that of one person; otherwise, of all.
  bool in_order_of_ids = false;
};

/// Rows of each person in at most `groups` groups, and at most `rows` rows in each.
struct BoundGroups {
  std::string group = {};  ///< the column that tells groups apart
  std::uint64_t groups = 1;
  std::uint64_t rows = 1;
  std::vector<std::string> values = {};
  std::uint64_t seed = 0;
  bool in_order_of_ids = false;
};

/// Makes the transformation that keeps of each person at most so many rows, and of these the
/// columns named. Whose they are is gone from the type: what counts from here on is rows.
///
///   persons >> then_bound_contributions(BoundRows{.rows = 3, .values = {"cost"}})
///
/// Of a person's rows, taken as a multiset of the columns named, those stay that are least by a
/// hash keyed by the seed and the person, then by their cells. So they do not depend on the order
/// in which rows come, or on how these are cut and shared out. Rows that are nobody's are left out.
///
/// Precondition (checked): rows > 0; the columns are there, none is named twice.
/// Precondition (caller):  rows come in the order of ids if it is said that they do; else the run
///   is spent by an InvokeError.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in * rows.
/// Cost: some 50 ns a row and core, in the memory of what is kept a few times over; or, in the
///   order of ids, on one core and in the memory of one person.
[[nodiscard]] Transformation<PersonTableDomain, PersonDistance, TableDomain, SymmetricDistance>
make_bound_contributions(PersonTableDomain input_domain, PersonDistance input_metric,
                         const BoundRows& bounds);

/// The same, with a bound on the groups of each person, too: those stay that are least by a hash
/// keyed by the seed and the person, then by themselves. Rows without a group are left out
/// beforehand.
///
/// Precondition (checked): groups > 0 and rows > 0; the columns are there, none is named twice; the
///   group is an integer or a text.
/// Precondition (caller):  as above.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = (groups = d_in * groups, total = d_in * groups * rows, in_each =
///   d_in * rows).
/// Cost: as above.
[[nodiscard]] Transformation<PersonTableDomain, PersonDistance, GroupedTableDomain, GroupedDistance>
make_bound_contributions(PersonTableDomain input_domain, PersonDistance input_metric,
                         const BoundGroups& bounds);

/// `persons >> then_bound_contributions(BoundRows{...})`, or BoundGroups.
template <class Bounds>
[[nodiscard]] auto then_bound_contributions(Bounds bounds) {
  return Partial{[bounds = std::move(bounds)](const auto& input_domain, const auto& input_metric) {
    return make_bound_contributions(input_domain, input_metric, bounds);
  }};
}

}  // namespace scrim
