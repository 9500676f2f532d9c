// The keys that enough rows have, and how many, under discrete Gaussian noise.
//
// Proof: make_gaussian_threshold.proof.md
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/threshold/keep_groups.hpp"
#include "scrim/measurements/threshold/threshold_delta.hpp"
#include "scrim/measurements/threshold/threshold_options.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/keyed_distance.hpp"

namespace scrim {

/// Throws unless the scale is one of 0 to 2^52 and the threshold at least 1.
void check_gaussian_threshold(const ThresholdOptions& options);

/// s / (2 scale^2), rounded up, for the largest sum s of squares that a change of counts allows:
/// d.in_each()^2 in floor(d.total() / d.in_each()) groups, and the square of the rest.
///
/// Precondition (caller): scale is at least 0 and finite. At 0 it is infinite, unless d is zero.
[[nodiscard]] double gaussian_threshold_loss(const KeyedChange& d, double scale);

/// Makes the measurement that adds discrete Gaussian noise of this scale to the count of each key
/// that occurs, and releases the keys whose noisy count is at least the threshold, with it, in the
/// order of keys.
///
/// Precondition (checked):  scale is at most 2^52 and not negative (-0.0 included); threshold >= 1.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement with d_out = {gaussian_threshold_loss(d_in, scale),
///   gaussian_threshold_delta(d_in, scale, threshold)}. A noisy count beyond 2^64 - 1 is released
///   as that number.
/// Cost: some ten nanoseconds a key where there are many.
template <Key K>
[[nodiscard]] auto make_gaussian_threshold(KeyedCountsDomain<K> input_domain,
                                           KeyedDistance input_metric,
                                           Approximate<ZeroConcentratedDivergence> output_measure,
                                           ThresholdOptions options)
    -> Measurement<KeyedCountsDomain<K>, KeyedDistance, Approximate<ZeroConcentratedDivergence>,
                   KeyedCounts<K>> {
  // 1. Refuse what the proof does not cover.
  check_gaussian_threshold(options);

  // 2. Say what a release costs: what noise on shared keys loses, and how likely another is told.
  PrivacyMap<KeyedChange, LossWithDelta> privacy_map([options](const KeyedChange& d_in) {
    return LossWithDelta{.loss = gaussian_threshold_loss(d_in, options.scale),
                         .delta = gaussian_threshold_delta(d_in, options.scale, options.threshold)};
  });

  // 3. Add noise, and leave out what does not reach the threshold.
  ValueMap<const KeyedCounts<K>&, KeyedCounts<K>> function(
      [noise = GaussianNoise(options.scale), options](const KeyedCounts<K>& groups) {
        const auto noisy = noise.add_to(std::span<const std::uint64_t>(groups.counts));
        return keep_groups(groups, noisy, options.threshold);
      });
  return {input_domain, input_metric, output_measure, std::move(function), std::move(privacy_map)};
}

/// `groups >> then_gaussian_threshold(Approximate<ZeroConcentratedDivergence>{}, {.scale = 8.5,
/// .threshold = 48})`.
[[nodiscard]] inline auto then_gaussian_threshold(
    Approximate<ZeroConcentratedDivergence> output_measure, ThresholdOptions options) {
  return Partial{[output_measure, options](const auto& input_domain, const auto& input_metric) {
    return make_gaussian_threshold(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
