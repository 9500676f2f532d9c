// What persons weigh in each key, of keys that are not known beforehand: who is in many, less in
// each.
//
// Proof: make_weight_by_key.proof.md
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>

#include "scrim/core/fold.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/row_bounding.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/keyed_counts.hpp"
#include "scrim/spaces/person_weight_distance.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "scrim/spaces/table_metrics.hpp"
#include "scrim/transformations/weight_by_key/key_weights.hpp"

namespace scrim {

/// How much a person weighs, and in which groups.
struct WeightByKey {
  std::string group = {};        ///< the column that holds keys
  std::uint64_t groups = 1;      ///< in how many of them a person weighs at most
  std::uint64_t weight = 100;    ///< of a person, as the Euclidean length of what its keys get
  std::uint64_t seed = 0;        ///< public; it says which groups of a person stay
  bool in_order_of_ids = false;  ///< as of BoundRows
};

/// The rows that weigh: one of each person in each of at most so many groups, with its weight.
///
/// Precondition (checked): group is a column of integers, or of texts, as is said;
///   check_person_weight accepts both numbers.
[[nodiscard]] RowBounding<Batch, Batch> weighed_rows(const PersonTableDomain& domain,
                                                     const WeightByKey& weights, bool is_text);

/// Makes the transformation from a table of persons to the groups that occur in it, each with what
/// persons weigh there: of a person in t groups, floor(weight / sqrt(t)) in each. Where a person is
/// in more than `groups`, those stay that make_bound_contributions keeps. K says what groups are:
/// std::int64_t or std::string.
///
///   persons >> then_weight_by_key<std::string>({.group = "ward", .groups = 4, .weight = 200})
///           >> then_release_weighted_keys(...)
///
/// Rows of one person in one group count once. A count of persons moves by the root of `groups`
/// where somebody comes who is in all of them, and so does everybody's noise; weights move by
/// `weight`, whoever comes.
///
/// Precondition (checked): the column is there, and of type K; groups > 0; 0 < weight <= 65536, and
///   weight^2 >= groups, so that every key has a weight.
/// Precondition (caller):  rows come in the order of ids if it is said that they do.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: as of make_bound_contributions, then a hash look-up for each kept row.
template <Key K>
  requires(!std::same_as<K, std::uint64_t>)
[[nodiscard]] auto make_weight_by_key(PersonTableDomain input_domain, PersonDistance input_metric,
                                      const WeightByKey& weights)
    -> Transformation<PersonTableDomain, PersonDistance, KeyedCountsDomain<K>,
                      PersonWeightDistance> {
  auto bounding = weighed_rows(input_domain, weights, std::same_as<K, std::string>);

  // A person who comes or goes brings or takes a weight in each of its keys, and nobody else's.
  return {std::move(input_domain),
          input_metric,
          keyed_counts_domain<K>(),
          PersonWeightDistance{.weight = weights.weight, .groups = weights.groups},
          chain_functions(bounding, make_fold<Batch>(KeyWeights<K>())),
          StabilityMap<std::uint32_t, std::uint32_t>::from_constant(1)};
}

/// `persons >> then_weight_by_key<std::string>({.group = "ward", .groups = 4, .weight = 200})`.
template <Key K>
[[nodiscard]] auto then_weight_by_key(WeightByKey weights) {
  return Partial{
      [weights = std::move(weights)](const auto& input_domain, const auto& input_metric) {
        return make_weight_by_key<K>(input_domain, input_metric, weights);
      }};
}

}  // namespace scrim
