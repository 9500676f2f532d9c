// A sum that is rounded once.
#pragma once

#include <span>

namespace scrim {

/// The sum of the terms, exact and then rounded up; infinite if a term is. Of no terms, 0.
///
/// Precondition (caller): no term is NaN or negative infinity.
[[nodiscard]] double sum_up(std::span<const double> terms);

}  // namespace scrim
