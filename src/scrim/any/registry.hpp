// Every constructor, described once: what a language binding offers is generated from this list.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scrim/any/any_objects.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/any/arguments.hpp"

namespace scrim {

struct Parameter {
  std::string_view name;
  ParameterType type;
  std::string_view doc;
  bool may_be_left_out = false;  ///< the argument is then none
};

struct Constructor {
  using FromSpace = std::function<AnyObject(const AnyDomain&, const AnyMetric&, const Arguments&)>;
  using FromMeasurement = std::function<AnyMeasurement(const AnyMeasurement&, const Arguments&)>;

  std::string_view name;     ///< make_<name> takes an input space as well, then_<name> waits for it
  std::string_view summary;  ///< one sentence
  std::string_view details;  ///< what is accepted and what it costs
  std::vector<Parameter> parameters;
  bool makes_measurement;
  std::variant<FromSpace, FromMeasurement> build;
};

/// All constructors, in the order of the documentation.
[[nodiscard]] std::span<const Constructor> constructors();

namespace any {

// One file each, below constructors/.
[[nodiscard]] Constructor clamp();
[[nodiscard]] Constructor row_by_row();
[[nodiscard]] Constructor quantile_score_candidates();
[[nodiscard]] Constructor count_by_categories();
[[nodiscard]] Constructor report_noisy_top_k();
[[nodiscard]] Constructor private_quantile();
[[nodiscard]] Constructor convert_measure();

/// Throws the mismatch that names the constructor, the space it was given and what it `takes`.
[[noreturn]] void refuse_space(std::string_view constructor, const AnyDomain& domain,
                               const AnyMetric& metric, std::string_view takes);

}  // namespace any

}  // namespace scrim
