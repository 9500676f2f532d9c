// The scale of additive noise, as it is given.
#pragma once

#include <limits>
#include <string_view>

namespace scrim {

struct NoiseOptions {
  /// In units of the values; 0 adds no noise, at an infinite loss.
  double scale = std::numeric_limits<double>::quiet_NaN();
};

/// Throws, in the name of `who`, unless the scale is at least 0, finite and at most `largest`.
void check_noise_scale(std::string_view who, double scale,
                       double largest = std::numeric_limits<double>::max());

}  // namespace scrim
