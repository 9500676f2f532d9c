// Decimal numbers of columns, as the doubles next to them.
//
// Proof: read_column.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace scrim {

/// The double nearest to digits / 10^scale, where `digits` is a two's complement integer of 4, 8,
/// 16 or 32 bytes, in the byte order of the machine. It has a value for all bytes and every scale:
/// what is too large is infinite, what is too small is zero.
[[nodiscard]] double nearest_to_decimal(std::span<const std::byte> digits,
                                        std::int32_t scale) noexcept;

}  // namespace scrim
