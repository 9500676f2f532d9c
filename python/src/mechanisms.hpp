// Measurements and partial constructors as Python holds them.
#pragma once

#include "binding.hpp"
#include "run.hpp"
#include "scrim/any/any_objects.hpp"
#include "scrim/any/registry.hpp"

namespace scrim::python {

/// A measurement and the Python functions that are applied to what it releases. They see only the
/// release, so they cost no privacy, and an error of theirs cannot tell more than it.
struct PythonMeasurement {
  AnyMeasurement measurement;
  Postprocessing postprocessing;

  [[nodiscard]] Postprocessing& held_objects() noexcept { return postprocessing; }
};

/// A constructor with its parameters, that waits for its input space.
struct Partial {
  const Constructor* constructor;
  Arguments arguments;

  [[nodiscard]] AnyObject build(const AnyDomain& domain, const AnyMetric& metric) const {
    return std::get<Constructor::FromSpace>(constructor->build)(domain, metric, arguments);
  }
};

// Two classes, so that a type checker knows what `>>` gives.
struct PartialTransformation : Partial {};
struct PartialMeasurement : Partial {};

}  // namespace scrim::python
