// The keys that enough rows have, and how many, under discrete Laplace noise.
//
// Proof: make_laplace_threshold.proof.md
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/measurements/laplace/laplace_loss.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/measurements/noise/noise_scale.hpp"
#include "scrim/measurements/threshold/keep_groups.hpp"
#include "scrim/measurements/threshold/threshold_delta.hpp"
#include "scrim/measurements/threshold/threshold_options.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/keyed_distance.hpp"

namespace scrim {

/// Makes the measurement that adds discrete Laplace noise of this scale to the count of each key
/// that occurs, and releases the keys whose noisy count is at least the threshold, with it, in the
/// order of keys.
///
///   rows >> then_count_by_key() >> then_laplace_threshold(Approximate<MaxDivergence>{},
///       {.scale = 2.0, .threshold = least_laplace_threshold({1, 1, 1}, 2.0, 1e-9)})
///
/// Precondition (compiler): E is a LaplaceMeasure.
/// Precondition (checked):  scale is finite and not negative (-0.0 included); threshold >= 1.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement with d_out = {laplace_loss(E, d_in.total(), scale), laplace_threshold_delta(d_in,
///   scale, threshold)}. A noisy count beyond 2^64 - 1 is released as that number.
/// Cost: some ten nanoseconds a key where there are many.
template <Key K, LaplaceMeasure E>
[[nodiscard]] auto make_laplace_threshold(KeyedCountsDomain<K> input_domain,
                                          KeyedDistance input_metric, Approximate<E> output_measure,
                                          ThresholdOptions options)
    -> Measurement<KeyedCountsDomain<K>, KeyedDistance, Approximate<E>, KeyedCounts<K>> {
  // 1. Refuse what the proof does not cover.
  check_noise_scale("make_laplace_threshold", options.scale);
  check_threshold("make_laplace_threshold", options.threshold);

  // 2. Say what a release costs: what noise on shared keys loses, and how likely another is told.
  PrivacyMap<KeyedChange, LossWithDelta> privacy_map([options](const KeyedChange& d_in) {
    return LossWithDelta{.loss = laplace_loss(E{}, cast_up<double>(d_in.total()), options.scale),
                         .delta = laplace_threshold_delta(d_in, options.scale, options.threshold)};
  });

  // 3. Add noise, and leave out what does not reach the threshold.
  ValueMap<const KeyedCounts<K>&, KeyedCounts<K>> function(
      [noise = LaplaceNoise(options.scale), options](const KeyedCounts<K>& groups) {
        const auto noisy = noise.add_to(std::span<const std::uint64_t>(groups.counts));
        return keep_groups(groups, noisy, options.threshold);
      });
  return {input_domain, input_metric, output_measure, std::move(function), std::move(privacy_map)};
}

/// `groups >> then_laplace_threshold(Approximate<MaxDivergence>{}, {.scale = 2, .threshold = 40})`.
template <LaplaceMeasure E>
[[nodiscard]] auto then_laplace_threshold(Approximate<E> output_measure, ThresholdOptions options) {
  return Partial{[output_measure, options](const auto& input_domain, const auto& input_metric) {
    return make_laplace_threshold(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
