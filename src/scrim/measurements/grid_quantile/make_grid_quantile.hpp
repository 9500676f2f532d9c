// A private quantile among all integers within bounds.
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

/// Makes the measurement that releases an integer within bounds: the alpha-quantile, about. Every
/// integer there is a candidate, though they are not listed. For floats, make_quantise comes first.
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

  // 2. Say what a release costs: scores move as those of listed candidates do.
  auto stability = score_candidates_map(alpha, row_edits<M>(input_domain.size.has_value()));
  const LInfDistance<std::uint64_t> scores{.monotonic = alpha.num == 0 || alpha.num == alpha.den};
  auto privacy_map = PrivacyMap<std::uint32_t>::from_monotone([stability, scores, output_measure,
                                                               scale](std::uint32_t d_in) {
    const std::uint64_t moved = stability.forward(d_in);
    return selection_loss(output_measure, cast_up<double>(scores.range_distance(moved)), 1, scale);
  });

  // 3. Gather the values, and choose.
  auto fold = make_fold<std::span<const std::int64_t>>(
      RowValues(bounds), [bounds, alpha, scale](const RowValues& values) {
        return choose_on_grid(values, bounds, alpha, scale);
      });
  return {std::move(input_domain), std::move(input_metric), std::move(output_measure),
          std::move(fold), std::move(privacy_map)};
}

/// `rows >> then_quantise(...) >> then_grid_quantile(MaxDivergence{}, {bounds, 0.5, 2.0})`.
template <SelectionMeasure MO>
[[nodiscard]] auto then_grid_quantile(MO output_measure, GridQuantileOptions options) {
  return Partial{[output_measure, options](const auto& input_domain, const auto& input_metric) {
    return make_grid_quantile(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
