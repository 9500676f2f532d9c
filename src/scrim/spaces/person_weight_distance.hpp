// How far apart weights of keys are, where each person shares out a bounded weight among keys.
//
// Proof: person_weight_distance.proof.md
#pragma once

#include <cstdint>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/spaces/keyed_counts.hpp"
#include "scrim/spaces/metric_concepts.hpp"

namespace scrim {

/// That a person has at most: enough to share out among thousands of keys by whole numbers.
inline constexpr std::uint64_t largest_person_weight = std::uint64_t{1} << 16;

/// floor(weight / sqrt(keys)), exactly: what each of so many keys gets of a person's weight. The
/// squares of what all of them get add up to weight^2 at most.
///
/// Precondition (caller): weight <= largest_person_weight; keys > 0.
[[nodiscard]] constexpr std::uint64_t weight_in_each(std::uint64_t weight,
                                                     std::uint64_t keys) noexcept {
  // The root of a quotient that is rounded down, rounded down, is that of the quotient.
  const std::uint64_t square = weight * weight / keys;
  std::uint64_t root = 0;
  for (std::uint64_t bit = largest_person_weight; bit != 0; bit /= 2) {
    if ((root + bit) * (root + bit) <= square) root += bit;
  }
  return root;
}

/// The least number of persons to add or remove, where a person in t <= groups keys weighs
/// weight_in_each(weight, t) in each of them.
struct PersonWeightDistance {
  using Distance = std::uint32_t;
  static constexpr bool accepts_nan = false;

  std::uint64_t weight = 1;  ///< of a person, as the Euclidean length of what its keys get
  std::uint64_t groups = 1;  ///< in which a person is at most

  [[nodiscard]] std::string describe() const {
    return "person_weight_distance(weight=" + describe_value(weight) +
           ", groups=" + describe_value(groups) + ")";
  }

  friend constexpr bool operator==(const PersonWeightDistance&,
                                   const PersonWeightDistance&) = default;
};

/// Throws invalid_argument unless a person is in one key at least, each of its keys gets a weight
/// of at least 1, and the weight is at most largest_person_weight.
inline void check_person_weight(const PersonWeightDistance& metric, const std::string& who) {
  if (metric.groups == 0) {
    fail(ErrorKind::invalid_argument,
         who + ": a person is in 0 groups at most, which is in none; give 1 at least");
  }
  if (metric.weight == 0 || metric.weight > largest_person_weight) {
    fail(ErrorKind::invalid_argument,
         who + ": the weight of a person is " + describe_value(metric.weight) +
             "; give an integer from 1 to 65536, such as 100 times the root of groups");
  }
  if (metric.groups > metric.weight * metric.weight) {
    fail(ErrorKind::invalid_argument,
         who + ": a weight of " + describe_value(metric.weight) + " shared out among " +
             describe_value(metric.groups) +
             " groups leaves less than 1 for each; give a weight whose square is at least groups, "
             "such as 100 times the root of groups, or fewer groups");
  }
}

template <Key K>
inline constexpr bool is_metric_space<KeyedCountsDomain<K>, PersonWeightDistance> = true;

}  // namespace scrim
