// Enclosures of exp and ln in a few nanoseconds, from IEEE basic operations and tables alone.
//
// No function of the C library is trusted: its error is not specified. The error of the kernels
// here is proved in elementary_enclosure.proof.md.
#pragma once

#include "scrim/numbers/interval.hpp"

namespace scrim {

/// Encloses exp(-t) for every t >= 0 in x, within [0, 1].
///
/// Precondition (caller): x.hi >= 0; 0 <= extra_relative_margin <= 1.
/// Postcondition: for a point x <= 708 the relative width is at most 2^-48 + 2 * extra; beyond 708
///   the enclosure is [0, 2^-1020].
/// `extra_relative_margin` widens the enclosure so that tests can make a filter fail at will.
[[nodiscard]] Interval exp_minus(Interval x, double extra_relative_margin = 0) noexcept;

/// Encloses ln(t) for every t >= 0 in x, where ln 0 = -inf and ln inf = inf.
///
/// Precondition (caller): x.hi >= 0; 0 <= extra_relative_margin <= 1.
/// Postcondition: for a point x, 0 < x < inf, the relative width is at most 2^-48 + 2 * extra;
///   ln(1) is exactly [0, 0].
[[nodiscard]] Interval ln(Interval x, double extra_relative_margin = 0) noexcept;

}  // namespace scrim
