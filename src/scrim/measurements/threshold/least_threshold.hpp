// The search for the least threshold that is enough. Proof: threshold_delta.proof.md
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

/// A threshold above `least` that is_enough accepts, while the next smaller one is `least` or is
/// not accepted. Looked for around least + guess, by steps of doubled length, then by halves.
/// Calls overflow(), which throws, if 2^64 - 1 is not accepted either.
template <class IsEnough, class Overflow>
[[nodiscard]] std::uint64_t least_threshold_above(std::uint64_t least, double guess,
                                                  const IsEnough& is_enough,
                                                  const Overflow& overflow) {
  const std::uint64_t furthest = std::numeric_limits<std::uint64_t>::max() - least;
  if (furthest == 0) overflow();
  return strictly([&] {
    constexpr double largest_guess = 0x1p62;
    std::uint64_t accepted = std::min(
        furthest, guess > 1 ? static_cast<std::uint64_t>(std::min(guess, largest_guess)) : 1);
    std::uint64_t refused = 0;
    std::uint64_t step = 1;
    if (is_enough(least + accepted)) {
      // Down in steps of doubled length, until one is refused.
      while (accepted > 0) {
        const std::uint64_t lower = accepted > step ? accepted - step : 0;
        if (lower == 0 || !is_enough(least + lower)) {
          refused = lower;
          break;
        }
        accepted = lower;
        step *= 2;
      }
    } else {
      do {
        refused = accepted;
        if (refused == furthest) overflow();
        accepted = furthest - refused > step ? refused + step : furthest;
        step = saturating_add(step, step);
      } while (!is_enough(least + accepted));
    }
    while (accepted - refused > 1) {
      const std::uint64_t middle = refused + (accepted - refused) / 2;
      (is_enough(least + middle) ? accepted : refused) = middle;
    }
    return least + accepted;
  });
}

}  // namespace scrim
