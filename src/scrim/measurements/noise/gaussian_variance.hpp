// The variance that a scale stands for.
#pragma once

#include "scrim/numbers/rational.hpp"

namespace scrim {

/// The square of the scale, which in general is no double.
/// Precondition (checked): the scale is finite.
[[nodiscard]] inline Rational gaussian_variance(double scale) {
  const Rational exact = to_rational(scale);
  return exact * exact;
}

}  // namespace scrim
