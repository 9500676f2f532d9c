// Candidates among which a quantile is chosen.
#pragma once

#include <span>
#include <string>

#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/check_increasing.hpp"

namespace scrim {

/// Throws unless there is a candidate, none is NaN, and they are strictly increasing.
template <Number T>
void check_candidates(std::span<const T> candidates, const std::string& who) {
  if (candidates.empty()) {
    fail(ErrorKind::invalid_argument, who + ": there are no candidates; give at least one");
  }
  check_increasing(candidates, who, "candidate");
}

}  // namespace scrim
