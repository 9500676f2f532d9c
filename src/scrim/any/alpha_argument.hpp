// The alpha of a quantile, from an argument whose type is known only at run time.
#pragma once

#include "scrim/any/arguments.hpp"
#include "scrim/transformations/quantile_score_candidates/alpha.hpp"

namespace scrim::any {

/// Precondition (caller): the argument is one of ParameterType::fraction.
[[nodiscard]] inline Alpha alpha_of(const Argument& argument) {
  if (const auto* fraction = std::get_if<Fraction>(&argument)) return {*fraction};
  return {std::get<double>(argument)};
}

}  // namespace scrim::any
