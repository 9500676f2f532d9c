// Sorting by vector instructions.
#pragma once

#include <cstdint>
#include <span>

namespace scrim::kernels {

/// Brings the values into increasing order, in place.
/// Cost: some 20 to 40 nanoseconds a value for a million; less where many are equal.
void sort_increasing(std::span<std::int64_t> values);

}  // namespace scrim::kernels
