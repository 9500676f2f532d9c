// The loop that counts rows that are not NaN.
#pragma once

#include <cstddef>
#include <span>

namespace scrim::kernels {

/// How many rows equal themselves, which no NaN does; by vector instructions.
[[nodiscard]] std::size_t count_numbers(std::span<const float> rows);
[[nodiscard]] std::size_t count_numbers(std::span<const double> rows);

}  // namespace scrim::kernels
