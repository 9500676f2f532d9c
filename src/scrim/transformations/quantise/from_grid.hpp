// From steps of a grid back to numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace scrim {

/// steps * 2^exponent as a double, rounded to the nearest where it does not fit: what a number of
/// steps stands for, such as a sum behind make_quantise to which noise was added. It is
/// postprocessing: it costs no privacy, and rounds nothing that privacy depends on.
///
/// `... >> [](std::int64_t steps) { return scrim::from_grid(steps, -10); }`
[[nodiscard]] double from_grid(std::int64_t steps, int exponent) noexcept;

/// The same of each number of steps.
/// Precondition (caller): |exponent| <= 1022.
[[nodiscard]] std::vector<double> from_grid(std::span<const std::int64_t> steps, int exponent);

}  // namespace scrim
