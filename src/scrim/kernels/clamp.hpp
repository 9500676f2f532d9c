// The loop behind clamping.
#pragma once

#include <cstddef>
#include <span>

#include "scrim/numbers/number.hpp"

namespace scrim::kernels {

/// min(max(x, lower), upper), total: a NaN is sent to `lower`, an infinity to the bound on its
/// side.
template <Number T>
[[nodiscard]] constexpr T clamp_value(T x, T lower, T upper) {
  // NaN fails the first comparison; so does everything below `lower`.
  return x >= lower ? (x > upper ? upper : x) : lower;
}

/// Precondition (caller): out.size() == in.size().
template <Number T>
void clamp(std::span<const T> in, T lower, T upper, std::span<T> out) {
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = clamp_value(in[i], lower, upper);
}

}  // namespace scrim::kernels
