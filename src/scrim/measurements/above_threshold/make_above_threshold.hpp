// The first scores that reach a public threshold, under noise.
//
// Proof: make_above_threshold.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/required.hpp"
#include "scrim/measurements/above_threshold/crossings.hpp"
#include "scrim/measurements/above_threshold/threshold_loss.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/known_size.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

/// Parameters of a search for scores that cross a threshold. The scales must be given: left out,
/// they are NaN and refused.
struct AboveThresholdOptions {
  std::int64_t threshold = 0;
  Required<Cross> cross;  ///< at_least: scores at or above the threshold; at_most: at or below it
  std::size_t positives = 1;  ///< how many to find; each costs
  /// Of the noise on the threshold, and of that on each score, in units of scores.
  double threshold_scale = std::numeric_limits<double>::quiet_NaN();
  double score_scale = std::numeric_limits<double>::quiet_NaN();
};

/// Throws unless the options are usable; `scores` is the number of scores, where it is known.
void check_above_threshold_options(const AboveThresholdOptions& options, KnownSize scores);

/// Finds the scores that cross, with randomness of the calling thread. Copies share the noise's
/// law.
class ThresholdSearch {
 public:
  /// Precondition (caller): options are checked.
  explicit ThresholdSearch(const AboveThresholdOptions& options);

  template <Integer T>
  [[nodiscard]] Crossings among(std::span<const T> scores) const;

 private:
  class Noise;
  AboveThresholdOptions options_;
  std::shared_ptr<const Noise> noise_;
};

/// Makes the measurement that releases which scores are the first to reach the threshold, and the
/// gaps by which they do. One geometric variable is added to the threshold and a new one to each
/// score; after `positives` of them, or the last score, it stops.
///
/// Precondition (compiler): T is an Integer; cross is given.
/// Precondition (checked):  positives is at least 1, and at most the number of scores where that is
///   known; both scales are finite, not negative (-0.0 included) and at most 2^62.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement with d_out = d_in / threshold_scale + positives * r / score_scale, where r is d_in
///   if the metric is monotonic, else 2 d_in. The number of scores does not enter.
/// Cost: some hundred nanoseconds a score.
template <Integer T, Number Q>
[[nodiscard]] auto make_above_threshold(VectorDomain<AtomDomain<T>> input_domain,
                                        LInfDistance<Q> input_metric, MaxDivergence output_measure,
                                        AboveThresholdOptions options)
    -> Measurement<VectorDomain<AtomDomain<T>>, LInfDistance<Q>, MaxDivergence, Crossings> {
  // 1. Refuse what the proof does not cover.
  check_above_threshold_options(options, input_domain.size);

  // 2. Say what a release costs.
  auto privacy_map = PrivacyMap<Q>::from_monotone([input_metric, output_measure, options](Q d_in) {
    return threshold_loss(output_measure, cast_up<double>(d_in),
                          cast_up<double>(input_metric.range_distance(d_in)), options.positives,
                          {.threshold = options.threshold_scale, .score = options.score_scale});
  });

  // 3. Search.
  ValueMap<std::span<const T>, Crossings> function(
      [search = ThresholdSearch(options)](std::span<const T> scores) {
        return search.among(scores);
      });
  return {std::move(input_domain), input_metric, output_measure, std::move(function),
          std::move(privacy_map)};
}

/// `counts >> then_above_threshold(MaxDivergence{}, {.threshold = 10, .cross = Cross::at_least,
///                                                   .threshold_scale = 4.0, .score_scale = 8.0})`.
[[nodiscard]] inline auto then_above_threshold(MaxDivergence output_measure,
                                               AboveThresholdOptions options) {
  return Partial{[output_measure, options](const auto& input_domain, const auto& input_metric) {
    return make_above_threshold(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
