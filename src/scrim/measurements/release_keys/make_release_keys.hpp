// The keys that enough rows have, and nothing else of them: as many as privacy allows.
//
// Proof: make_release_keys.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/keyed_distance.hpp"

namespace scrim {

/// What a release may cost if one count changes by one. Both must be given: left out, they are
/// refused.
struct ReleaseKeysOptions {
  double epsilon = std::numeric_limits<double>::quiet_NaN();
  double delta = std::numeric_limits<double>::quiet_NaN();
};

/// A coin for each key, with randomness of the calling thread: heads for a count of n with
/// probability pi_n, exactly. Copies share a table.
class KeyCoins {
 public:
  /// Precondition (checked): epsilon is finite and at least 0; 0 < delta < 1; neither is so small
  ///   that more than 2^20 rows would be needed for a key to be told for certain.
  explicit KeyCoins(const ReleaseKeysOptions& options);

  /// Which of the counts have heads.
  [[nodiscard]] std::vector<bool> toss(std::span<const std::uint64_t> counts) const;

  /// The least count at which a key is told for certain.
  [[nodiscard]] std::uint64_t certain_from() const noexcept;

 private:
  class Table;
  std::shared_ptr<const Table> table_;
};

/// {epsilon d.total(), 1 - prod_i (1 - delta_(r_i))}, rounded up, for delta_r = delta (1 +
/// e^epsilon
/// + ... + e^((r - 1) epsilon)) and the worst spread: d.in_each() in floor(d.total() / d.in_each())
/// groups, and the rest in one.
///
/// Precondition (caller): epsilon is finite and at least 0; 0 < delta < 1.
[[nodiscard]] LossWithDelta release_keys_loss(const KeyedChange& d,
                                              const ReleaseKeysOptions& options);

/// Makes the measurement that releases keys, in their order, each with a probability that depends
/// on its count n alone: the largest that is possible, at every n at once, if a change of one count
/// by one is to cost (epsilon, delta). No rule that tells keys only tells more of them: not one
/// with noise and a threshold either.
///
///   rows >> then_count_by_key() >> then_release_keys(Approximate<MaxDivergence>{},
///       {.epsilon = 1.0, .delta = 1e-9})
///
/// Precondition (checked): as for KeyCoins.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement with d_out = release_keys_loss(d_in, options).
/// Cost: some ten nanoseconds a key; a table of a number of rows that grows with 1 / epsilon.
template <Key K>
[[nodiscard]] auto make_release_keys(KeyedCountsDomain<K> input_domain, KeyedDistance input_metric,
                                     Approximate<MaxDivergence> output_measure,
                                     ReleaseKeysOptions options)
    -> Measurement<KeyedCountsDomain<K>, KeyedDistance, Approximate<MaxDivergence>,
                   std::vector<K>> {
  // 1. Refuse what the proof does not cover.
  KeyCoins coins(options);

  // 2. Say what a release costs.
  PrivacyMap<KeyedChange, LossWithDelta> privacy_map(
      [options](const KeyedChange& d_in) { return release_keys_loss(d_in, options); });

  // 3. Toss a coin for each key.
  ValueMap<const KeyedCounts<K>&, std::vector<K>> function(
      [coins = std::move(coins)](const KeyedCounts<K>& groups) {
        const std::vector<bool> is_told = coins.toss(groups.counts);
        std::vector<K> told;
        for (std::size_t i = 0; i < groups.size(); ++i) {
          if (is_told[i]) told.push_back(groups.keys[i]);
        }
        return told;
      });
  return {input_domain, input_metric, output_measure, std::move(function), std::move(privacy_map)};
}

/// `groups >> then_release_keys(Approximate<MaxDivergence>{}, {.epsilon = 1.0, .delta = 1e-9})`.
[[nodiscard]] inline auto then_release_keys(Approximate<MaxDivergence> output_measure,
                                            ReleaseKeysOptions options) {
  return Partial{[output_measure, options](const auto& input_domain, const auto& input_metric) {
    return make_release_keys(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
