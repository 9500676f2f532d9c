// The same release, accounted for under another privacy measure.
//
// Proof: make_convert_measure.proof.md
#pragma once

#include <utility>

#include "scrim/combinators/convert_measure/conversion_map.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/core/distance_map.hpp"
#include "scrim/core/measurement.hpp"

namespace scrim {

/// Makes the measurement that releases what `measurement` releases, with its loss stated under
/// `output_measure`; where that takes a delta, at a public one: `make_convert_measure(noise,
/// Approximate<MaxDivergence>{}, AtDelta{1e-6})`.
///
/// Precondition (compiler): there is a conversion from the measurement's own measure.
/// Precondition (checked):  0 < delta < 1.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement.
template <class DI, class MI, class From, class Out, class To, class... At>
  requires ConvertsInto<From, To, At...>
[[nodiscard]] auto make_convert_measure(const Measurement<DI, MI, From, Out>& measurement,
                                        To output_measure, At... at)
    -> Measurement<DI, MI, To, Out> {
  auto map = conversion_map(measurement.output_measure(), output_measure, at...)
                 .between(measurement.output_measure().describe(), output_measure.describe());
  return {measurement.input_domain(), measurement.input_metric(), std::move(output_measure),
          MeasurementAccess::function_of(measurement), chain_maps(measurement.privacy_map(), map)};
}

}  // namespace scrim
