// Counts the rows of a block that are no numbers.
#pragma once

#include <cstdint>
#include <span>

namespace scrim::kernels {

/// What count_nans counts.
template <class T>
[[nodiscard]] constexpr bool is_nan(T x) {
  return x != x;
}

/// How many rows are NaN, by vector instructions.
[[nodiscard]] std::uint64_t count_nans(std::span<const double> rows);
[[nodiscard]] std::uint64_t count_nans(std::span<const float> rows);

}  // namespace scrim::kernels
