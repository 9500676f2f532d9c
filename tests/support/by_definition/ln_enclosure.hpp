// An enclosure of ln between doubles: the filter of noise as it is defined. The library needs none.
#pragma once

#include <algorithm>
#include <cmath>

#include "scrim/numbers/interval.hpp"

namespace scrim {

/// Encloses ln(t) for every t >= 0 in x, where ln 0 = -inf and ln inf = inf. The C library's log
/// errs by less than an ulp; the margin is four of them, and what tests add to make a filter fail
/// at will.
///
/// Precondition (caller): x.hi >= 0.
[[nodiscard]] inline Interval ln(const Interval& x, double extra_relative_margin = 0) {
  const double margin = 0x1p-50 + extra_relative_margin;
  const double lo = std::log(std::max(x.lo, 0.0));
  const double hi = std::log(x.hi);
  const auto slack = [&](double end) { return std::isinf(end) ? 0.0 : std::abs(end) * margin; };
  return {lo - slack(lo), hi + slack(hi)};
}

}  // namespace scrim
