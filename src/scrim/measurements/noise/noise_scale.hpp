// The scale of additive noise, as it is given.
#pragma once

#include <limits>
#include <optional>
#include <string_view>

namespace scrim {

struct NoiseOptions {
  /// In units of the values; 0 adds no noise, at an infinite loss.
  double scale = std::numeric_limits<double>::quiet_NaN();
  /// For doubles, which are rounded to multiples of 2^exponent, public ones; about a millionth of
  /// the scale if left out. Integers have no grid.
  std::optional<int> exponent = std::nullopt;
};

/// Throws, in the name of `who`, unless the scale is at least 0, finite and at most `largest`.
void check_noise_scale(std::string_view who, double scale,
                       double largest = std::numeric_limits<double>::max());

/// Throws, in the name of `who`, if there is an exponent: for integers.
void check_no_grid(std::string_view who, const NoiseOptions& options);

}  // namespace scrim
