// How many rows each key has, of keys that are not known beforehand.
//
// Proof: make_count_by_key.proof.md
#pragma once

#include <cstdint>
#include <utility>

#include "scrim/core/fold.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/keyed_distance.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/row_edits.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "scrim/spaces/table_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/count_by_key/group_counts.hpp"
#include "scrim/transformations/count_by_key/key_counts.hpp"

namespace scrim {

/// How keyed counts move when d_in rows are edited:
///   added or removed           d_in groups, by d_in in all, by d_in in each
///   changed                    2 d_in groups, by 2 d_in in all, by d_in in each
///   added or removed in pairs  as floor(d_in / 2) that are changed
[[nodiscard]] StabilityMap<std::uint32_t, KeyedChange> count_by_key_map(RowEdits edits);

/// Makes the transformation from a dataset to the keys that occur in it, each with the number of
/// its rows, in the order of keys. Which keys occur is as private as how often: a measurement on
/// keyed counts says what may be told of both.
///
///   rows >> then_count_by_key() >> then_laplace_threshold(...)
///
/// Precondition (compiler): T is a KeyRow: an integer of 64 bits or a text; M is a DatasetMetric.
/// Precondition (checked):  the size is known if M needs it.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with count_by_key_map.
/// Cost: one pass, a hash look-up a row, memory for each key once; then the keys are sorted. Texts
///   out of a dictionary are looked up once for each entry.
template <KeyRow T, DatasetMetric M>
[[nodiscard]] auto make_count_by_key(VectorDomain<AtomDomain<T>> input_domain, M input_metric)
    -> Transformation<VectorDomain<AtomDomain<T>>, M, KeyedCountsDomain<OwnedAtom<T>>,
                      KeyedDistance> {
  auto stability_map = count_by_key_map(row_edits<M>(input_domain.size.has_value()));
  return {std::move(input_domain),
          std::move(input_metric),
          keyed_counts_domain<OwnedAtom<T>>(),
          KeyedDistance{},
          make_fold<AtomRows<T>>(KeyCounts<T>()),
          std::move(stability_map)};
}

/// Throws mismatch unless groups of the domain are texts, or integers, as is said.
void check_group_is(const GroupedTableDomain& domain, bool is_text);

/// The map from how rows differ by groups to how their numbers do: the same.
[[nodiscard]] StabilityMap<KeyedChange, KeyedChange> count_by_group_map();

/// Makes the transformation from a table with groups to the groups that occur in it, each with the
/// number of its rows. K says what groups are: std::int64_t or std::string.
///
///   persons >> then_bound_contributions(BoundGroups{...}) >> then_count_by_key<std::string>()
///
/// Precondition (checked):  groups are of type K.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: as above.
template <Key K>
  requires(!std::same_as<K, std::uint64_t>)
[[nodiscard]] auto make_count_by_key(GroupedTableDomain input_domain, GroupedDistance input_metric)
    -> Transformation<GroupedTableDomain, GroupedDistance, KeyedCountsDomain<K>, KeyedDistance> {
  check_group_is(input_domain, std::same_as<K, std::string>);
  return {std::move(input_domain),
          input_metric,
          keyed_counts_domain<K>(),
          KeyedDistance{},
          make_fold<Batch>(GroupCounts<K>()),
          count_by_group_map()};
}

/// `rows >> then_count_by_key()`.
[[nodiscard]] inline auto then_count_by_key() {
  return Partial{[](const auto& input_domain, const auto& input_metric) {
    return make_count_by_key(input_domain, input_metric);
  }};
}

/// `groups >> then_count_by_key<std::string>()`.
template <Key K>
[[nodiscard]] auto then_count_by_key() {
  return Partial{[](const auto& input_domain, const auto& input_metric) {
    return make_count_by_key<K>(input_domain, input_metric);
  }};
}

}  // namespace scrim
