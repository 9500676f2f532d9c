// The same release, accounted for under another privacy measure.
//
// Proof: make_convert_measure.proof.md
#pragma once

#include <concepts>
#include <utility>

#include "scrim/core/chain.hpp"
#include "scrim/core/distance_map.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/spaces/measures.hpp"

namespace scrim {

/// What a loss under one measure is worth under another. A loss of epsilon under RangeDivergence is
///   MaxDivergence               epsilon
///   ZeroConcentratedDivergence  epsilon^2 / 8
[[nodiscard]] PrivacyMap<double> conversion_map(RangeDivergence, MaxDivergence);
[[nodiscard]] PrivacyMap<double> conversion_map(RangeDivergence, ZeroConcentratedDivergence);

/// Measures of which one is worth something under the other.
template <class From, class To>
concept ConvertsInto = requires(const From& from, const To& to) {
  {
    conversion_map(from, to)
  } -> std::same_as<PrivacyMap<typename From::Distance, typename To::Distance>>;
};

/// Makes the measurement that releases what `measurement` releases, with its loss stated under
/// `output_measure`.
///
/// Precondition (compiler): there is a conversion from the measurement's own measure.
/// Postcondition: a valid measurement.
template <class DI, class MI, class From, class Out, class To>
  requires ConvertsInto<From, To>
[[nodiscard]] auto make_convert_measure(const Measurement<DI, MI, From, Out>& measurement,
                                        To output_measure) -> Measurement<DI, MI, To, Out> {
  auto map = conversion_map(measurement.output_measure(), output_measure)
                 .between(measurement.output_measure().describe(), output_measure.describe());
  return {measurement.input_domain(), measurement.input_metric(), std::move(output_measure),
          MeasurementAccess::function_of(measurement), chain_maps(measurement.privacy_map(), map)};
}

}  // namespace scrim
