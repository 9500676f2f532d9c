// Transformations, measurements and partial constructors as Python holds them.
#pragma once

#include <variant>

#include "binding.hpp"
#include "python_domain.hpp"
#include "run.hpp"
#include "scrim/any/any_objects.hpp"
#include "scrim/any/registry.hpp"

namespace scrim::python {

/// A transformation, with what becomes of nulls in the columns that it reads.
struct PythonTransformation {
  AnyTransformation transformation;
  Nulls nulls;
};

/// A measurement, the same, and the Python functions that are applied to what it releases. They see
/// only the release, so they cost no privacy, and an error of theirs cannot tell more than it.
struct PythonMeasurement {
  AnyMeasurement measurement;
  Nulls nulls;
  Postprocessing postprocessing;

  [[nodiscard]] Postprocessing& held_objects() noexcept { return postprocessing; }
};

using PythonObject = std::variant<PythonTransformation, PythonMeasurement>;

/// What the constructor makes, to read columns as the domain says; throws mismatch if what it says
/// of nulls cannot be done under the metric.
[[nodiscard]] PythonObject make_from_space(const Constructor& constructor,
                                           const PythonDomain& domain, const AnyMetric& metric,
                                           const Arguments& arguments);

/// A constructor with its parameters, that waits for its input space.
struct Partial {
  const Constructor* constructor;
  Arguments arguments;

  [[nodiscard]] PythonObject build(const PythonDomain& domain, const AnyMetric& metric) const {
    return make_from_space(*constructor, domain, metric, arguments);
  }
};

// Two classes, so that a type checker knows what `>>` gives.
struct PartialTransformation : Partial {};
struct PartialMeasurement : Partial {};

}  // namespace scrim::python
