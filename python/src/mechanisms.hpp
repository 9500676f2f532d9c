// Transformations, measurements and partial constructors as Python holds them.
#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "binding.hpp"
#include "run.hpp"
#include "scrim/any/any_objects.hpp"
#include "scrim/any/nullable_input.hpp"
#include "scrim/any/registry.hpp"

namespace scrim::python {

/// A transformation or a measurement, with the Python functions that are applied to what a
/// measurement releases. They see only the release, so they cost no privacy, and an error of theirs
/// cannot tell more than it.
template <class Any>
class PythonMechanism {
 public:
  explicit PythonMechanism(Any mechanism, Postprocessing postprocessing = {})
      : inner_(std::move(mechanism)),
        postprocessing_(std::move(postprocessing)),
        reading_(drop_nulls_before(inner_)) {}

  [[nodiscard]] const Any& inner() const noexcept { return inner_; }
  [[nodiscard]] const Postprocessing& postprocessing() const noexcept { return postprocessing_; }
  [[nodiscard]] Postprocessing& held_objects() noexcept { return postprocessing_; }

  /// The same behind what drops nulls, where rows can be dropped: what data is given to.
  [[nodiscard]] const Any& reading() const noexcept { return reading_; }

 private:
  Any inner_;
  Postprocessing postprocessing_;
  Any reading_;
};

using PythonTransformation = PythonMechanism<AnyTransformation>;
using PythonMeasurement = PythonMechanism<AnyMeasurement>;
using PythonObject = std::variant<PythonTransformation, PythonMeasurement>;

[[nodiscard]] PythonObject make_from_space(const Constructor& constructor, const AnyDomain& domain,
                                           const AnyMetric& metric, const Arguments& arguments);

/// What the constructor makes of several measurements. Each release goes through the functions of
/// its own measurement.
[[nodiscard]] PythonMeasurement make_from_measurements(
    const Constructor& constructor, const std::vector<const PythonMeasurement*>& measurements,
    const Arguments& arguments);

/// A constructor with its parameters, that waits for its input space. One class for each kind of
/// mechanism, so that a type checker knows what `>>` gives.
template <class Mechanism>
struct Partial {
  const Constructor* constructor;
  Arguments arguments;

  [[nodiscard]] Mechanism build(const AnyDomain& domain, const AnyMetric& metric) const {
    return std::get<Mechanism>(make_from_space(*constructor, domain, metric, arguments));
  }
};

using PartialTransformation = Partial<PythonTransformation>;
using PartialMeasurement = Partial<PythonMeasurement>;

}  // namespace scrim::python
