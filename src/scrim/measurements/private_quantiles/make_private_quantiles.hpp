// Several private quantiles, from counts of rows among candidates.
//
// Proof: make_private_quantiles.proof.md
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/measurements/private_quantiles/halving.hpp"
#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/quantile_score_candidates/alpha.hpp"

namespace scrim {

/// Parameters of several quantiles. The scale must be given: left out, it is NaN and refused.
struct QuantilesOptions {
  std::vector<Alpha> alphas;  ///< strictly increasing
  /// For the minimum: how many rows are to lie below what is released; 0 for no minimum.
  std::uint64_t smallest = 0;
  /// For the maximum: how many are to lie above.
  std::uint64_t largest = 0;
  /// Of the noise on the median, in rows; for others as much more as keeps the price of one row.
  double scale = std::numeric_limits<double>::quiet_NaN();
};

/// A measure under which selections that depend on one another add up; bounded ranges do not.
template <class MO>
concept QuantilesMeasure = SelectionMeasure<MO> && !std::same_as<MO, RangeDivergence>;

/// What is wanted, rising: the minimum, the alphas, the maximum. Throws if nothing is, if alphas do
/// not rise, or if the scale is not usable.
[[nodiscard]] std::vector<WantedRank> wanted_ranks(const QuantilesOptions& options);

/// Throws unless these can be counts among candidates.
void check_counts_among_candidates(const VectorDomain<AtomDomain<std::uint64_t>>& domain);

/// The scale of noise on scores of this rank.
[[nodiscard]] double rank_score_scale(const WantedRank& wanted, double scale);

/// The positions of the candidates, with randomness of the calling thread.
[[nodiscard]] std::vector<std::size_t> select_quantiles(const std::vector<Halving>& halvings,
                                                        std::span<const std::uint64_t> counts,
                                                        double scale, SelectionNoise noise);

/// An upper bound on what releasing them costs, where counts are d_in apart: on each level what the
/// dearest selection costs, and all levels added.
template <QuantilesMeasure MO>
[[nodiscard]] double quantiles_loss(MO measure, const std::vector<Halving>& halvings, double scale,
                                    std::uint64_t d_in) {
  std::vector<double> levels(levels_of(halvings));
  for (const Halving& halving : halvings) {
    const double moved = mul_up(2.0, cast_up<double>(rank_sensitivity(halving.rank)));
    const double range = mul_up(moved, cast_up<double>(d_in));
    const double loss = selection_loss(measure, range, 1, rank_score_scale(halving.rank, scale));
    if (loss > levels[halving.level]) levels[halving.level] = loss;
  }
  double sum = 0.0;
  for (const double loss : levels) sum = add_up(sum, loss);
  return sum;
}

/// Makes the measurement that releases positions of candidates: about the quantiles that are
/// wanted, none below one that comes before it. The minimum comes first and the maximum last.
///
/// The middle one is selected first, then the others among the rows on either side of it. So a row
/// has a part in one selection a level, and m quantiles cost as much as the logarithm of m.
///
/// Precondition (compiler): MO is a QuantilesMeasure.
/// Precondition (checked):  counts are those of make_count_among_candidates, by their number;
/// alphas
///   are strictly increasing; something is wanted; scale is finite and not negative (-0.0
///   included).
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement with d_out = quantiles_loss(d_in).
/// Cost: on each level that of one selection among the candidates. Rows that equal a candidate may
///   have to be shared out, in 256 parts, which costs words of randomness but no memory.
template <QuantilesMeasure MO>
[[nodiscard]] auto make_private_quantiles(VectorDomain<AtomDomain<std::uint64_t>> input_domain,
                                          LpDistance<1, std::uint64_t> input_metric,
                                          MO output_measure, const QuantilesOptions& options)
    -> Measurement<VectorDomain<AtomDomain<std::uint64_t>>, LpDistance<1, std::uint64_t>, MO,
                   std::vector<std::size_t>> {
  // 1. Refuse what the proof does not cover.
  check_counts_among_candidates(input_domain);
  const std::vector<Halving> halvings = halve(wanted_ranks(options));

  // 2. Say what a release costs.
  const double scale = options.scale;
  auto privacy_map = PrivacyMap<std::uint64_t>::from_monotone(
      [output_measure, halvings, scale](std::uint64_t d_in) {
        return quantiles_loss(output_measure, halvings, scale, d_in);
      });

  // 3. Select.
  ValueMap<std::span<const std::uint64_t>, std::vector<std::size_t>> function(
      [halvings, scale](std::span<const std::uint64_t> counts) {
        return select_quantiles(halvings, counts, scale, selection_noise<MO>);
      });
  return {std::move(input_domain), std::move(input_metric), std::move(output_measure),
          std::move(function), std::move(privacy_map)};
}

/// `rows >> then_count_among_candidates(candidates) >>
///  then_private_quantiles(MaxDivergence{}, {.alphas = {0.25, 0.5, 0.75}, .scale = 4.0})`.
template <QuantilesMeasure MO>
[[nodiscard]] auto then_private_quantiles(MO output_measure, QuantilesOptions options) {
  return Partial{[output_measure, options = std::move(options)](const auto& input_domain,
                                                                const auto& input_metric) {
    return make_private_quantiles(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
