// What a private variance is computed from: a noisy sum, and a noisy sum of squares around it.
//
// Proof: make_private_variance.proof.md
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/fold.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/row_edits_map.hpp"
#include "scrim/measurements/private_variance/variance_sums.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/bounds.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/row_edits.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

/// Parameters of a variance, all public. The scales must be given: left out, they are NaN and
/// refused.
struct VarianceOptions {
  /// Of the rows that count, below 2^31 in absolute value; a row outside is left out.
  Bounds<std::int64_t> bounds;
  /// The noisy sum divided by this is the center, moved into the bounds: the number of rows, or
  /// more of them for a center that lies nearer to 0.
  std::uint64_t divisor = 0;
  /// Squares are released in steps of 2^shift; from 0 to 64.
  int shift = 0;
  /// Of the noise on the sum.
  double sum_scale = std::numeric_limits<double>::quiet_NaN();
  /// Of the noise on the squares, in rows: a multiple of what a row can move them by.
  double squares_scale = std::numeric_limits<double>::quiet_NaN();
};

/// A measure under which releases that depend on one another add up; it also chooses the noise:
/// Laplace noise for MaxDivergence, Gaussian for ZeroConcentratedDivergence, both discrete.
template <class MO>
concept VarianceMeasure =
    std::same_as<MO, MaxDivergence> || std::same_as<MO, ZeroConcentratedDivergence>;

/// Throws unless the bounds, the divisor, the shift and the scales are usable under this measure.
void check_variance(MaxDivergence, const VarianceOptions& options);
void check_variance(ZeroConcentratedDivergence, const VarianceOptions& options);

/// The integer nearest to the noisy sum over the divisor, moved into the bounds.
[[nodiscard]] std::int64_t variance_center(const VarianceOptions& options, std::int64_t noisy_sum);

/// The sum of squares around a center, in steps, and what depends on the center alone.
struct CenteredSquares {
  std::int64_t steps;     ///< of the sum of (x - center)^2 - offset, rounded down
  std::uint64_t per_row;  ///< by how many steps a row that is added or removed moves it at most
  double noise_scale;     ///< squares_scale times per_row, rounded up
};

/// What is taken off each square, so that it lies as far above 0 as below: half of the largest.
[[nodiscard]] std::uint64_t square_offset(const VarianceOptions& options, std::int64_t center);

[[nodiscard]] CenteredSquares centered_squares(const VarianceOptions& options,
                                               const VarianceSums& sums, std::int64_t center);

/// The noisy sum, the center, the noisy squares; with randomness of the calling thread.
[[nodiscard]] std::vector<std::int64_t> release_variance(MaxDivergence,
                                                         const VarianceOptions& options,
                                                         const VarianceSums& sums);
[[nodiscard]] std::vector<std::int64_t> release_variance(ZeroConcentratedDivergence,
                                                         const VarianceOptions& options,
                                                         const VarianceSums& sums);

/// How far a row moves the sum. One that is left out adds 0, so a change may come from there.
[[nodiscard]] EditSensitivity variance_sum_sensitivity(Bounds<std::int64_t> bounds) noexcept;

/// An upper bound on what adding the noise of this measure costs.
[[nodiscard]] double variance_noise_loss(MaxDivergence measure, double d, double scale);
[[nodiscard]] double variance_noise_loss(ZeroConcentratedDivergence measure, double d,
                                         double scale);

/// Makes the measurement that releases three integers, (sum, center, squares): the sum of the rows
/// under noise; a center that follows from it; and the sum of (x - center)^2 -
/// square_offset(center) over the rows x, in steps of 2^shift, under noise that grows with what a
/// row can move it by around this center. A variance of n rows is then about
///   (squares * 2^shift / n) + square_offset(center) - (sum / n - center)^2.
/// Around a center that is near the mean nearly all of the budget can go to the squares.
///
/// Precondition (compiler): M is a DatasetMetric; MO is a VarianceMeasure.
/// Precondition (checked):  bounds lie below 2^31 in absolute value; divisor >= 1; 0 <= shift <=
///   64; scales are finite and not negative (-0.0 included), and so is the noise on squares around
///   every center, for Gaussian noise at most 2^52; the size is known if M needs it.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement whose loss is the sum of those of both releases.
/// Cost: one pass.
template <DatasetMetric M, VarianceMeasure MO>
[[nodiscard]] auto make_private_variance(VectorDomain<AtomDomain<std::int64_t>> input_domain,
                                         M input_metric, MO output_measure,
                                         const VarianceOptions& options)
    -> Measurement<VectorDomain<AtomDomain<std::int64_t>>, M, MO, std::vector<std::int64_t>> {
  // 1. Refuse what the proof does not cover.
  check_variance(output_measure, options);

  // 2. Say what a release costs: that of the sum, and that of the squares around any center.
  const RowEdits edits = row_edits<M>(input_domain.size.has_value());
  auto sum_moves = row_edits_map(edits, variance_sum_sensitivity(options.bounds));
  auto squares_move = row_edits_map(edits, EditSensitivity{.per_row = 1, .per_change = 2});
  auto privacy_map = PrivacyMap<std::uint32_t>::from_monotone(
      [output_measure, options, sum_moves, squares_move](std::uint32_t d_in) {
        const auto sum_distance = cast_up<double>(sum_moves.forward(d_in));
        const auto rows = cast_up<double>(squares_move.forward(d_in));
        return add_up(variance_noise_loss(output_measure, sum_distance, options.sum_scale),
                      variance_noise_loss(output_measure, rows, options.squares_scale));
      });

  // 3. Gather the sums, and release.
  auto fold = make_fold<std::span<const std::int64_t>>(
      VarianceSums(options.bounds), [output_measure, options](const VarianceSums& sums) {
        return release_variance(output_measure, options, sums);
      });
  return {std::move(input_domain), std::move(input_metric), std::move(output_measure),
          std::move(fold), std::move(privacy_map)};
}

/// `rows >> then_quantise(-10, {-51'200, 51'200}) >>
///  then_private_variance(MaxDivergence{}, {.bounds = {-51'200, 51'200}, .divisor = 5000,
///                                          .sum_scale = 1e6, .squares_scale = 1.1})`.
template <VarianceMeasure MO>
[[nodiscard]] auto then_private_variance(MO output_measure, VarianceOptions options) {
  return Partial{[output_measure, options](const auto& input_domain, const auto& input_metric) {
    return make_private_variance(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
