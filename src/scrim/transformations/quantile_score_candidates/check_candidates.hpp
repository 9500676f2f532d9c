// Candidates among which a quantile is chosen.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

/// Throws unless there is a candidate, none is NaN, and they are strictly increasing.
template <Number T>
void check_candidates(std::span<const T> candidates, const std::string& who) {
  strictly([&] {
    if (candidates.empty()) {
      fail(ErrorKind::invalid_argument, who + ": there are no candidates; give at least one");
    }
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates[i] != candidates[i]) {
        fail(ErrorKind::invalid_argument,
             who + ": candidate " + std::to_string(i) + " is NaN; give numbers");
      }
      if (i > 0 && !(candidates[i - 1] < candidates[i])) {
        fail(ErrorKind::invalid_argument,
             who + ": candidates must be strictly increasing, but candidate " +
                 std::to_string(i - 1) + " is " + describe_value(candidates[i - 1]) +
                 " and candidate " + std::to_string(i) + " is " + describe_value(candidates[i]) +
                 "; sort them and drop repeated ones");
      }
    }
  });
}

}  // namespace scrim
