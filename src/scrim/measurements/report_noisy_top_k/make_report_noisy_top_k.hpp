// The indices of the k best scores, chosen under noise.
//
// Proof: make_report_noisy_top_k.proof.md
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"
#include "scrim/measurements/report_noisy_top_k/selection.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/known_size.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

/// A metric that bounds how far scores move against each other.
template <class M>
concept ScoreMetric = requires(const M& metric, typename M::Distance d) {
  { metric.range_distance(d) } -> std::same_as<typename M::Distance>;
};

/// Throws unless k and scale are usable; `candidates` is the number of scores, where it is known.
void check_top_k_options(const TopKOptions& options, KnownSize candidates);

/// The k selected indices, best first, with randomness of the calling thread.
///
/// Precondition (caller): options are checked.
/// Postcondition: throws InvokeError if there are fewer than k scores, whatever their values.
template <Number T>
[[nodiscard]] std::vector<std::size_t> select_top_k(SelectionNoise noise, std::span<const T> scores,
                                                    const TopKOptions& options);

/// Makes the measurement that releases the indices of the k best scores under noise, best first.
///
/// Precondition (compiler): T is a Number; M is a ScoreMetric on vectors of T (LInfDistance or
///   RangeDistance); MO is a SelectionMeasure; optimize is given.
/// Precondition (checked):  scores are never NaN; k is at least 1 and at most the number of scores
///   where that is known; scale is finite and not negative (-0.0 included).
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement with d_out = selection_loss(measure, range_distance(d_in), k, scale).
/// Cost: some nanoseconds a score; k enters only where it exceeds the root of their number.
template <Number T, ScoreMetric M, SelectionMeasure MO>
[[nodiscard]] auto make_report_noisy_top_k(VectorDomain<AtomDomain<T>> input_domain, M input_metric,
                                           MO output_measure, TopKOptions options)
    -> Measurement<VectorDomain<AtomDomain<T>>, M, MO, std::vector<std::size_t>> {
  // 1. Refuse what the proof does not cover.
  input_domain.element.require_non_nan("make_report_noisy_top_k");
  check_top_k_options(options, input_domain.size);

  // 2. Say what a release costs.
  using Distance = typename M::Distance;
  auto privacy_map =
      PrivacyMap<Distance>::from_monotone([input_metric, output_measure, options](Distance d_in) {
        const double range = cast_up<double>(input_metric.range_distance(d_in));
        return selection_loss(output_measure, range, options.k, options.scale);
      });

  // 3. Select.
  ValueMap<std::span<const T>, std::vector<std::size_t>> function(
      [options](std::span<const T> scores) {
        return select_top_k(selection_noise<MO>, scores, options);
      });
  return {std::move(input_domain), std::move(input_metric), std::move(output_measure),
          std::move(function), std::move(privacy_map)};
}

/// `scores >> then_report_noisy_top_k(MaxDivergence{},
///                                    {.k = 1, .scale = 4.0, .optimize = Optimize::min})`.
template <SelectionMeasure MO>
[[nodiscard]] auto then_report_noisy_top_k(MO output_measure, TopKOptions options) {
  return Partial{[output_measure, options](const auto& input_domain, const auto& input_metric) {
    return make_report_noisy_top_k(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
