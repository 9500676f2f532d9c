// The keys in which persons weigh enough, and nothing else of them, under discrete Gaussian noise.
//
// Proof: make_release_weighted_keys.proof.md
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/release_weighted_keys/weight_threshold.hpp"
#include "scrim/measurements/threshold/keep_groups.hpp"
#include "scrim/measurements/threshold/threshold_options.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/keyed_counts.hpp"
#include "scrim/spaces/person_weight_distance.hpp"

namespace scrim {

/// Throws unless the metric is one of persons who weigh something in each of their keys, the scale
/// one of 0 to 2^52 and the threshold at least 1.
void check_release_weighted_keys(const PersonWeightDistance& metric,
                                 const ThresholdOptions& options);

/// Makes the measurement that adds discrete Gaussian noise of this scale to the weight of each key
/// that occurs, and releases the keys whose noisy weight is at least the threshold, in their order
/// (the weighted Gaussian of Gopi et al. 2020).
///
///   persons >> then_weight_by_key<std::string>({.group = "ward", .groups = 4, .weight = 200})
///           >> then_release_weighted_keys(Approximate<ZeroConcentratedDivergence>{},
///                  {.scale = 900, .threshold = least_weight_threshold(metric, 1, 900, 1e-9)})
///
/// Precondition (checked):  check_person_weight accepts the metric; scale is at most 2^52 and not
///   negative (-0.0 included); threshold >= 1.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement with d_out = {weight_threshold_loss(metric, d_in, scale),
///   weight_threshold_delta(metric, d_in, scale, threshold)}.
/// Cost: some ten nanoseconds a key where there are many.
template <Key K>
[[nodiscard]] auto make_release_weighted_keys(
    KeyedCountsDomain<K> input_domain, PersonWeightDistance input_metric,
    Approximate<ZeroConcentratedDivergence> output_measure, ThresholdOptions options)
    -> Measurement<KeyedCountsDomain<K>, PersonWeightDistance,
                   Approximate<ZeroConcentratedDivergence>, std::vector<K>> {
  // 1. Refuse what the proof does not cover.
  check_release_weighted_keys(input_metric, options);

  // 2. Say what a release costs: what noise on shared keys loses, and how likely another is told.
  auto privacy_map = PrivacyMap<std::uint32_t, LossWithDelta>::from_monotone(
      [input_metric, options](std::uint32_t d_in) {
        return LossWithDelta{
            .loss = weight_threshold_loss(input_metric, d_in, options.scale),
            .delta = weight_threshold_delta(input_metric, d_in, options.scale, options.threshold)};
      });

  // 3. Add noise, and leave out what does not reach the threshold.
  ValueMap<const KeyedCounts<K>&, std::vector<K>> function(
      [noise = GaussianNoise(options.scale), options](const KeyedCounts<K>& groups) {
        const auto noisy = noise.add_to(std::span<const std::uint64_t>(groups.counts));
        return keep_groups(groups, noisy, options.threshold).keys;
      });
  return {input_domain, input_metric, output_measure, std::move(function), std::move(privacy_map)};
}

/// `weights >> then_release_weighted_keys(Approximate<ZeroConcentratedDivergence>{},
/// {.scale = 900, .threshold = 5500})`.
[[nodiscard]] inline auto then_release_weighted_keys(
    Approximate<ZeroConcentratedDivergence> output_measure, ThresholdOptions options) {
  return Partial{[output_measure, options](const auto& input_domain, const auto& input_metric) {
    return make_release_weighted_keys(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
