// Transformations, measurements and partial constructors as Python holds them.
#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "binding.hpp"
#include "python_domain.hpp"
#include "run.hpp"
#include "scrim/any/any_objects.hpp"
#include "scrim/any/registry.hpp"

namespace scrim::python {

/// A transformation or a measurement, with what becomes of nulls in the columns that it reads, and
/// the Python functions that are applied to what a measurement releases. They see only the release,
/// so they cost no privacy, and an error of theirs cannot tell more than it.
template <class Any>
class PythonMechanism {
 public:
  PythonMechanism(Any mechanism, Nulls nulls, Postprocessing postprocessing = {})
      : inner_(std::move(mechanism)),
        nulls_(std::move(nulls)),
        postprocessing_(std::move(postprocessing)),
        reading_(read_nulls(inner_, nulls_)) {}

  [[nodiscard]] const Any& inner() const noexcept { return inner_; }
  [[nodiscard]] const Nulls& nulls() const noexcept { return nulls_; }
  [[nodiscard]] PythonDomain input_domain() const { return {inner_.input_domain(), nulls_}; }
  [[nodiscard]] const Postprocessing& postprocessing() const noexcept { return postprocessing_; }
  [[nodiscard]] Postprocessing& held_objects() noexcept { return postprocessing_; }

  /// The same behind what drops or replaces nulls, if columns may hold them: what data is given to.
  [[nodiscard]] const Any& reading() const noexcept { return reading_; }

 private:
  [[nodiscard]] static Any read_nulls(const Any& mechanism, const Nulls& nulls);

  Any inner_;
  Nulls nulls_;
  Postprocessing postprocessing_;
  Any reading_;
};

using PythonTransformation = PythonMechanism<AnyTransformation>;
using PythonMeasurement = PythonMechanism<AnyMeasurement>;
using PythonObject = std::variant<PythonTransformation, PythonMeasurement>;

/// What the constructor makes, to read columns as the domain says; throws mismatch if what it says
/// of nulls cannot be done under the metric.
[[nodiscard]] PythonObject make_from_space(const Constructor& constructor,
                                           const PythonDomain& domain, const AnyMetric& metric,
                                           const Arguments& arguments);

/// What the constructor makes of several measurements. Each release goes through the functions of
/// its own measurement.
[[nodiscard]] PythonMeasurement make_from_measurements(
    const Constructor& constructor, const std::vector<const PythonMeasurement*>& measurements,
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
