// A run of what needs all rows at once.
#pragma once

#include "scrim/any/any_function.hpp"
#include "scrim/any/any_objects.hpp"
#include "scrim/any/any_spaces.hpp"

namespace scrim {

/// A run that gathers rows in their order, and ends with what `function` gives: a row map from
/// `domain` to `gathered`, or a function of a vector, where the two are one. It is no aggregate: it
/// is read on one thread, whatever number is asked for, and is neither merged nor saved.
[[nodiscard]] AnyRun collecting_run(const AnyDomain& domain, const AnyFunction<AnyValue>& function,
                                    const AnyDomain& gathered);

/// A run of the mechanism: of its fold, or else one that collects.
/// Precondition (caller): it takes vectors.
[[nodiscard]] inline AnyRun start_run(const AnyTransformation& mechanism) {
  const auto& function = mechanism.function();
  if (function.fold() != nullptr) return mechanism.start();
  return collecting_run(
      mechanism.input_domain(), function,
      function.row_map() != nullptr ? mechanism.output_domain() : mechanism.input_domain());
}
[[nodiscard]] inline AnyRun start_run(const AnyMeasurement& mechanism) {
  const auto& function = MeasurementAccess::function_of(mechanism);
  if (function.fold() != nullptr) return mechanism.start();
  return collecting_run(mechanism.input_domain(), function, mechanism.input_domain());
}

}  // namespace scrim
