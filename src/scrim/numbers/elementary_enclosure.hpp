// An enclosure of exp in a few nanoseconds, from IEEE basic operations and tables alone.
//
// No function of the C library is trusted: its error is not specified. The error of the kernel
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

}  // namespace scrim
