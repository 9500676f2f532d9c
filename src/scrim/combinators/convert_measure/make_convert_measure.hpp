// The same release, accounted for under another privacy measure.
//
// Proof: make_convert_measure.proof.md
#pragma once

#include <utility>

#include "scrim/core/chain.hpp"
#include "scrim/core/distance_map.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/spaces/measures.hpp"

namespace scrim {

/// What a loss under RangeDivergence is worth under another measure:
///   MaxDivergence               epsilon
///   ZeroConcentratedDivergence  epsilon^2 / 8
[[nodiscard]] PrivacyMap<double> range_divergence_to(MaxDivergence);
[[nodiscard]] PrivacyMap<double> range_divergence_to(ZeroConcentratedDivergence);

/// A measure into which a bounded-range loss can be converted.
template <class MO>
concept ConvertibleFromRange = requires(MO measure) { range_divergence_to(measure); };

/// Makes the measurement that releases what `measurement` releases, with its loss stated under
/// `output_measure`.
///
/// Precondition (compiler): the measurement's own measure is RangeDivergence.
/// Postcondition: a valid measurement.
template <class DI, class MI, class Out, ConvertibleFromRange MO>
[[nodiscard]] auto make_convert_measure(
    const Measurement<DI, MI, RangeDivergence, Out>& measurement, MO output_measure)
    -> Measurement<DI, MI, MO, Out> {
  return {measurement.input_domain(), measurement.input_metric(), output_measure,
          MeasurementAccess::function_of(measurement),
          chain_maps(measurement.privacy_map(), range_divergence_to(output_measure))};
}

}  // namespace scrim
