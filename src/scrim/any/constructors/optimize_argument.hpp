// The direction of a selection, from its name.
#pragma once

#include <string>

#include "scrim/any/arguments.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/report_noisy_top_k/selection.hpp"

namespace scrim::any {

/// Precondition (caller): the argument is one of ParameterType::optimize.
[[nodiscard]] inline Optimize optimize_argument(const Argument& argument) {
  const auto& name = std::get<std::string>(argument);
  if (name == "max") return Optimize::max;
  if (name == "min") return Optimize::min;
  fail(ErrorKind::invalid_argument, "make_report_noisy_top_k: optimize is " + describe_value(name) +
                                        "; give \"max\" or \"min\"");
}

}  // namespace scrim::any
