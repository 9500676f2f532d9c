// A private quantile among all integers within bounds, or all multiples of a power of two.
//
// Proof: make_grid_quantile.proof.md
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "scrim/core/fold.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/measurements/grid_quantile/float_row_values.hpp"
#include "scrim/measurements/grid_quantile/row_values.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/bounds.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/row_edits.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/quantile_score_candidates/alpha.hpp"
#include "scrim/transformations/quantile_score_candidates/score_candidates_map.hpp"

namespace scrim {

/// Parameters of a quantile on a grid. The scale must be given: left out, it is NaN and refused.
struct GridQuantileOptions {
  Bounds<std::int64_t> bounds;  ///< of the answer; fewer than 2^64 integers
  Alpha alpha;                  ///< 0.5 is the median
  /// Of the noise, in rows, as for make_private_quantile.
  double scale = std::numeric_limits<double>::quiet_NaN();
};

/// Throws unless lower <= upper and there are fewer than 2^64 integers within.
void check_grid(Bounds<std::int64_t> bounds);

/// The integer that is chosen, with randomness of the calling thread.
[[nodiscard]] std::int64_t choose_on_grid(const RowValues& values, Bounds<std::int64_t> bounds,
                                          Fraction alpha, double score_scale);

/// What releasing it costs: scores move as those of listed candidates do.
template <DatasetMetric M, SelectionMeasure MO>
[[nodiscard]] PrivacyMap<std::uint32_t> grid_quantile_map(MO measure, Fraction alpha,
                                                          bool size_is_known, double score_scale) {
  auto stability = score_candidates_map(alpha, row_edits<M>(size_is_known));
  const LInfDistance<std::uint64_t> scores{.monotonic = alpha.num == 0 || alpha.num == alpha.den};
  return PrivacyMap<std::uint32_t>::from_monotone([stability, scores, measure,
                                                   score_scale](std::uint32_t d_in) {
    const std::uint64_t moved = stability.forward(d_in);
    return selection_loss(measure, cast_up<double>(scores.range_distance(moved)), 1, score_scale);
  });
}

/// Makes the measurement that releases an integer within bounds: the alpha-quantile, about. Every
/// integer there is a candidate, though they are not listed.
///
/// Precondition (compiler): M is a DatasetMetric; MO is a SelectionMeasure.
/// Precondition (checked):  there are fewer than 2^64 integers within the bounds; a known size
/// times
///   the denominator of alpha fits 64 bits; the size is known if M needs it; scale is finite and
///   not negative.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement.
/// Cost: all rows are kept and sorted: for data that fits in memory.
template <DatasetMetric M, SelectionMeasure MO>
[[nodiscard]] auto make_grid_quantile(VectorDomain<AtomDomain<std::int64_t>> input_domain,
                                      M input_metric, MO output_measure,
                                      const GridQuantileOptions& options)
    -> Measurement<VectorDomain<AtomDomain<std::int64_t>>, M, MO, std::int64_t> {
  // 1. Refuse what the proof does not cover.
  const Bounds<std::int64_t> bounds = options.bounds;
  const Fraction alpha = options.alpha.fraction();
  check_grid(bounds);
  check_counts_fit(input_domain.size, alpha, "make_grid_quantile");
  const double scale = quantile_score_scale(options.scale, options.alpha);

  // 2. Say what a release costs.
  auto privacy_map =
      grid_quantile_map<M>(output_measure, alpha, input_domain.size.has_value(), scale);

  // 3. Gather the values, and choose.
  auto fold = make_fold<std::span<const std::int64_t>>(
      RowValues(bounds), [bounds, alpha, scale](const RowValues& values) {
        return choose_on_grid(values, bounds, alpha, scale);
      });
  return {std::move(input_domain), std::move(input_metric), std::move(output_measure),
          std::move(fold), std::move(privacy_map)};
}

/// The same for floats: releases how many steps of 2^exponent the answer is, of all numbers of
/// steps within bounds. A row counts as the number of steps that is nearest to it. What a number of
/// steps stands for is given by from_grid.
///
/// Precondition (checked):  |exponent| <= 1022; bounds below 2^62 in absolute value; rows are never
///   NaN, and as above. The exponent is public: it was not read off the data.
template <DatasetMetric M, SelectionMeasure MO>
[[nodiscard]] auto make_grid_quantile(VectorDomain<AtomDomain<double>> input_domain, M input_metric,
                                      MO output_measure, int exponent,
                                      const GridQuantileOptions& options)
    -> Measurement<VectorDomain<AtomDomain<double>>, M, MO, std::int64_t> {
  // 1. Refuse what the proof does not cover.
  input_domain.element.require_non_nan("make_grid_quantile");
  const Bounds<std::int64_t> bounds = options.bounds;
  const Fraction alpha = options.alpha.fraction();
  check_counts_fit(input_domain.size, alpha, "make_grid_quantile");
  const double scale = quantile_score_scale(options.scale, options.alpha);

  // 2. Say what a release costs: to bring each row to a step moves no two datasets apart.
  auto privacy_map =
      grid_quantile_map<M>(output_measure, alpha, input_domain.size.has_value(), scale);

  // 3. Gather the values, and choose.
  auto fold = make_fold<std::span<const double>>(
      FloatRowValues(exponent, bounds), [bounds, alpha, scale](const FloatRowValues& rows) {
        return choose_on_grid(rows.values(), bounds, alpha, scale);
      });
  return {std::move(input_domain), std::move(input_metric), std::move(output_measure),
          std::move(fold), std::move(privacy_map)};
}

/// `rows >> then_grid_quantile(MaxDivergence{}, {bounds, 0.5, 2.0})`, for integers.
template <SelectionMeasure MO>
[[nodiscard]] auto then_grid_quantile(MO output_measure, GridQuantileOptions options) {
  return Partial{[output_measure, options](const auto& input_domain, const auto& input_metric) {
    return make_grid_quantile(input_domain, input_metric, output_measure, options);
  }};
}

/// `rows >> then_grid_quantile(MaxDivergence{}, -20, {bounds, 0.5, 2.0})`, for floats.
template <SelectionMeasure MO>
[[nodiscard]] auto then_grid_quantile(MO output_measure, int exponent,
                                      GridQuantileOptions options) {
  return Partial{
      [output_measure, exponent, options](const auto& input_domain, const auto& input_metric) {
        return make_grid_quantile(input_domain, input_metric, output_measure, exponent, options);
      }};
}

}  // namespace scrim
