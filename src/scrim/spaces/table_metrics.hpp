// Metrics on tables that know persons or groups. Proof: table_metrics.proof.md
#pragma once

#include <cstdint>
#include <string>

#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/keyed_distance.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/table_domain.hpp"

namespace scrim {

/// The least number of persons to add or remove, each with all of their rows, in any order of rows.
/// A person whose rows change is removed and added: two. Rows that are nobody's do not count: a
/// function of such tables takes no notice of them.
struct PersonDistance {
  using Distance = std::uint32_t;
  static constexpr bool is_over_rows = true;

  [[nodiscard]] std::string describe() const { return "person_distance()"; }

  friend constexpr bool operator==(PersonDistance, PersonDistance) = default;
};

/// In how many groups the rows differ, by how many rows in all, and by how many in each: with d(k)
/// the symmetric distance of the rows of group k, the number of k with d(k) > 0, the sum of d(k),
/// and the largest of them.
struct GroupedDistance {
  using Distance = KeyedChange;
  static constexpr bool is_over_rows = true;

  [[nodiscard]] std::string describe() const { return "grouped_distance()"; }

  friend constexpr bool operator==(GroupedDistance, GroupedDistance) = default;
};

template <>
inline constexpr bool is_metric_space<TableDomain, SymmetricDistance> = true;
template <>
inline constexpr bool is_metric_space<PersonTableDomain, PersonDistance> = true;
template <>
inline constexpr bool is_metric_space<GroupedTableDomain, GroupedDistance> = true;

}  // namespace scrim
