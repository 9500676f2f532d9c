// Which quantile is wanted and how it is scored, from arguments whose types are known only at run
// time.
#pragma once

#include "scrim/any/arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/transformations/quantile_score_candidates/alpha.hpp"
#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"

namespace scrim::any {

/// Precondition (caller): the argument is one of ParameterType::fraction.
[[nodiscard]] inline Alpha alpha_of(const Argument& argument) {
  if (const auto* fraction = std::get_if<Fraction>(&argument)) return {*fraction};
  return {std::get<double>(argument)};
}

/// How rows that are equal to a candidate count.
[[nodiscard]] inline Parameter tied_rows_parameter() {
  return {.name = "ties",
          .type = ParameterType::choice,
          .doc =
              "how rows that equal a candidate count: \"discounted\", on neither side of it, or "
              "\"spanned\", so that it has all of their ranks",
          .choices = {"discounted", "spanned"},
          .may_be_left_out = true};
}

[[nodiscard]] inline TiedRows tied_rows_of(const Arguments& arguments) {
  return chosen<TiedRows>(arguments, "ties",
                          {{"discounted", TiedRows::discounted}, {"spanned", TiedRows::spanned}});
}

}  // namespace scrim::any
