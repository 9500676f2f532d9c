// A release in every group of a table, whose groups are public keys.
//
// Proof: make_parallel.proof.md
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "scrim/combinators/parallel/grouped_fold.hpp"
#include "scrim/combinators/parallel/parallel_loss.hpp"
#include "scrim/combinators/sample/sampled_loss.hpp"  // is_no_loss
#include "scrim/core/measurement.hpp"
#include "scrim/core/shape.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "scrim/spaces/table_metrics.hpp"

namespace scrim {

namespace parallel {

inline constexpr std::uint64_t most_keys = std::uint64_t{1} << 30;

/// Tables with a group in front, under the metric that tells groups apart.
template <class D, class M>
struct GroupedSpace {
  D domain;
  M metric;
  TableDomain table;  ///< without the group
};

}  // namespace parallel

/// The space of tables that have a group beside their columns. Those whose types are known only at
/// run time have an overload.
[[nodiscard]] inline parallel::GroupedSpace<GroupedTableDomain, GroupedDistance> grouped_space(
    const TableDomain& table, SymmetricDistance, TableColumn group) {
  return {GroupedTableDomain(std::move(group), table), GroupedDistance{}, table};
}

/// The change that a distance of grouped tables is. It has an overload likewise.
[[nodiscard]] inline KeyedChange change_of_distance(const KeyedChange& d) { return d; }

namespace parallel {

template <class D, class M>
using GroupedSpaceOf = decltype(grouped_space(std::declval<const D&>(), std::declval<const M&>(),
                                              std::declval<TableColumn>()));
template <class D, class M>
using GroupedDomainOf = decltype(GroupedSpaceOf<D, M>::domain);
template <class D, class M>
using GroupedMetricOf = decltype(GroupedSpaceOf<D, M>::metric);

/// The loss of a release in each of `keys` groups, where `measurement` has that of one group.
template <class DistanceIn, class M>
[[nodiscard]] auto map_of(const M& measurement, std::uint64_t keys) {
  using Loss = typename M::DistanceOut;
  using Rows = typename M::DistanceIn;
  const auto& inner = measurement.privacy_map();
  Loss at_none = inner.forward(Rows(std::uint32_t{0}));
  if (!is_no_loss(at_none)) {
    fail(ErrorKind::invalid_argument,
         "make_parallel: the measurement loses something between equal data: " +
             describe_distance(at_none) +
             "; every group would, so give one that loses nothing there");
  }
  return PrivacyMap<DistanceIn, Loss>(
      [inner, at_none, keys,
       measure = measurement.output_measure()](const DistanceIn& d_in) -> Loss {
        const KeyedChange d = change_of_distance(d_in);
        // Of groups that are no keys nothing is released.
        const KeyedChange change(std::min(d.groups(), keys), d.total(), d.in_each());
        if (change == KeyedChange()) return at_none;
        const LossOfRows<Loss> loss = [&](std::uint32_t rows) { return inner.forward(Rows(rows)); };
        return parallel_loss(measure, loss, change);
      });
}

}  // namespace parallel

/// Makes the measurement that releases in every group what `measurement` releases of its rows:
/// `make_parallel(noisy_mean, 16)`. A row's group is the column named `group`, an integer: the
/// index, from 0 to keys - 1, of one of some public keys; rows with another are left out. There is
/// one release for each key, in the order of keys, also for those that have no row: that they
/// exist is public.
///
/// Precondition (compiler): the measurement is one of tables under SymmetricDistance.
/// Precondition (checked):  1 <= keys <= 2^30; no column of the table is named as the group; the
///   measurement's map says what is lost, and that nothing is lost between equal data.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement that loses what the worst way to spread the rows over groups does: with r_i rows
///   in each of at most `groups` keys, `total` in all and `in_each` at most, the largest sum of
///   what `measurement` loses at r_i. Of pairs the largest sum of each part, of Renyi losses that
///   at each order; of profiles more than one spread loses. See worst_spread.hpp for when it is
///   exact.
/// Cost: where `measurement` counts or adds up what rows become, for up to 2^20 keys, some 2 ns
///   a row beside that, and 8 or 16 bytes a key for each count or sum. Else rows are put aside and
///   sorted by key, 131072 at a time for 1000 keys: some 6 ns a row that has one cell. 8 bytes a
///   key, and a state of `measurement` for each that has a row (for a sum of a column, some 640
///   bytes).
template <class DI, class MI, class MO, class Out>
  requires requires { typename parallel::GroupedSpaceOf<DI, MI>; } && ParallelMeasure<MO>
[[nodiscard]] auto make_parallel(const Measurement<DI, MI, MO, Out>& measurement,
                                 std::uint64_t keys, const std::string& group = "group")
    -> Measurement<parallel::GroupedDomainOf<DI, MI>, parallel::GroupedMetricOf<DI, MI>, MO,
                   std::vector<Out>> {
  // 1. Refuse what the proof does not cover.
  if (keys == 0 || keys > parallel::most_keys) {
    fail(ErrorKind::invalid_argument, "make_parallel: keys is " + describe_value(keys) +
                                          "; there are at least 1 and at most " +
                                          describe_value(parallel::most_keys));
  }

  // 2. Say what is taken: the same tables, with a group in front.
  auto space = grouped_space(measurement.input_domain(), measurement.input_metric(),
                             TableColumn{group, RowKind::integer, false});

  // 3. Each group by itself, at the price of the worst spread.
  auto function = grouped_fold(space.table, static_cast<std::uint32_t>(keys),
                               fold_of(MeasurementAccess::function_of(measurement)));
  auto map = parallel::map_of<typename decltype(space.metric)::Distance>(measurement, keys);
  return {std::move(space.domain), std::move(space.metric), measurement.output_measure(),
          std::move(function), std::move(map)};
}

}  // namespace scrim
