// Every constructor, described once: what a language binding offers is generated from this list.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "scrim/any/any_objects.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/any/arguments.hpp"
#include "scrim/any/visit_space.hpp"

namespace scrim {

struct Parameter {
  std::string_view name;
  ParameterType type;
  std::string_view doc;
  /// Of a ParameterType::choice; of a text that may be left out, what it then is.
  std::vector<std::string_view> choices = {};
  bool may_be_left_out = false;  ///< the argument is then LeftOut, false, or the first choice

  /// Whether it stays without a value if it is left out.
  [[nodiscard]] bool may_lack_value() const {
    return may_be_left_out && choices.empty() && type != ParameterType::truth;
  }
};

struct Constructor {
  using FromSpace = std::function<AnyObject(const AnyDomain&, const AnyMetric&, const Arguments&)>;
  using FromMeasurement = std::function<AnyMeasurement(const AnyMeasurement&, const Arguments&)>;
  using FromMeasurements =
      std::function<AnyMeasurement(const std::vector<AnyMeasurement>&, const Arguments&)>;

  std::string_view name;     ///< make_<name> takes an input space as well, then_<name> waits for it
  std::string_view summary;  ///< one sentence
  std::string_view details;  ///< what is accepted and what it costs
  std::vector<Parameter> parameters;
  bool makes_measurement;
  std::variant<FromSpace, FromMeasurement, FromMeasurements> build;
  bool releases_a_list = false;  ///< FromMeasurement: of what the measurement releases, many times
};

/// All constructors, in the order of the documentation.
[[nodiscard]] std::span<const Constructor> constructors();

/// The one with this name; throws invalid_argument if there is none.
[[nodiscard]] const Constructor& constructor_named(std::string_view name);

namespace any {

/// Throws the mismatch that names the constructor, the space it was given and what it `takes`.
[[noreturn]] void refuse_space(std::string_view constructor, const AnyDomain& domain,
                               const AnyMetric& metric, std::string_view takes);

/// The same for a measure.
[[noreturn]] void refuse_measure(std::string_view constructor, const AnyMeasure& measure,
                                 std::string_view takes);

/// What build(domain, metric) makes of the typed space, with its types hidden; refused if it does
/// not take such a space.
template <class Build>
[[nodiscard]] AnyObject build_on(const AnyDomain& domain, const AnyMetric& metric,
                                 std::string_view constructor, std::string_view takes,
                                 const Build& build) {
  std::optional<AnyObject> made;
  // Without a constraint of its own: of functions that a lambda's constraint has made, clang 19
  // emits none.
  const auto on_space = [&](const auto& typed_domain, const auto& typed_metric) {
    made.emplace(hide(build(typed_domain, typed_metric)));
  };
  if (!visit_space<Build>(domain, metric, on_space)) {
    refuse_space(constructor, domain, metric, takes);
  }
  return *std::move(made);
}

/// What build(measure) makes under the typed measure, with its types hidden; refused if it does not
/// take such a measure.
template <class Build>
[[nodiscard]] AnyObject build_under(const AnyMeasure& measure, std::string_view constructor,
                                    std::string_view takes, const Build& build) {
  return std::visit(
      [&]<class MO>(const MO& typed_measure) -> AnyObject {
        if constexpr (std::invocable<const Build&, const MO&>) {
          return hide(build(typed_measure));
        } else {
          refuse_measure(constructor, measure, takes);
        }
      },
      measure);
}

}  // namespace any

}  // namespace scrim
