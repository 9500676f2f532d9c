// A private quantile: the candidate that is selected under noise for having the best rank.
//
// Proof: make_private_quantile.proof.md
#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim {

/// Parameters of a private quantile. The scale must be given: left out, it is NaN and refused.
template <Number T>
struct QuantileOptions {
  std::vector<T> candidates;  ///< strictly increasing
  Alpha alpha;                ///< 0.5 is the median
  /// Of the noise, in rows: it means the same however alpha is written as a fraction.
  double scale = std::numeric_limits<double>::quiet_NaN();
  TiedRows ties = TiedRows::discounted;
};

/// Throws unless `scale` is usable, then gives the scale of noise on scores, which are den times a
/// number of rows.
[[nodiscard]] double quantile_score_scale(double scale, const Alpha& alpha);

/// Makes the measurement that releases one of the candidates: the alpha-quantile, about.
///
/// Precondition (compiler): T is a Number; M is a DatasetMetric; MO is a SelectionMeasure.
/// Precondition (checked):  those of make_quantile_score_candidates; scale is finite and not
///   negative.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement.
/// Cost: that of scoring and of one selection.
template <Number T, DatasetMetric M, SelectionMeasure MO>
[[nodiscard]] auto make_private_quantile(VectorDomain<AtomDomain<T>> input_domain, M input_metric,
                                         MO output_measure, QuantileOptions<T> options)
    -> Measurement<VectorDomain<AtomDomain<T>>, M, MO, T> {
  const double scale = quantile_score_scale(options.scale, options.alpha);
  return make_quantile_score_candidates(std::move(input_domain), std::move(input_metric),
                                        options.candidates, options.alpha, options.ties) >>
         then_report_noisy_top_k(std::move(output_measure),
                                 {.k = 1, .scale = scale, .optimize = Optimize::min}) >>
         [candidates = std::move(options.candidates)](const std::vector<std::size_t>& best) {
           return candidates[best.front()];
         };
}

/// `space >> then_private_quantile(MaxDivergence{}, QuantileOptions<double>{candidates,
/// 0.5, 4.0})`.
template <SelectionMeasure MO, Number T>
[[nodiscard]] auto then_private_quantile(MO output_measure, QuantileOptions<T> options) {
  return Partial{[output_measure, options = std::move(options)](const auto& input_domain,
                                                                const auto& input_metric) {
    return make_private_quantile(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
