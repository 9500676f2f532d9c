// An enclosure of ln between doubles: the filter of noise as it is defined. The library needs none.
#pragma once

#include <algorithm>
#include <cmath>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"

namespace scrim {

/// Encloses ln(t) for every t >= 0 in x, where ln 0 = -inf and ln inf = inf; the tightest such
/// doubles, moved outward by a relative margin with which tests make a filter fail at will.
///
/// Precondition (caller): x.hi >= 0.
[[nodiscard]] inline Interval ln(const Interval& x, double extra_relative_margin = 0) {
  constexpr Precision precision = 53;
  const double lo = ln(BigInterval::point(precision, std::max(x.lo, 0.0))).lower_double();
  const double hi = ln(BigInterval::point(precision, x.hi)).upper_double();
  const auto slack = [&](double end) {
    return std::isinf(end) ? 0.0 : std::abs(end) * extra_relative_margin;
  };
  return {lo - slack(lo), hi + slack(hi)};
}

}  // namespace scrim
